/// Values of the keys used last, in bounded memory.
///
/// Two generations: what is used moves to the younger one; when that is full it becomes the older
/// one, and what was older is forgotten. So the keys used since then are always kept, as long as
/// their values together do not cost more than `capacity`.
struct RecentMap<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  /// What the values of a generation cost at the most.
  let capacity: Int
  private var younger: [Key: Entry] = [:]
  private var older: [Key: Entry] = [:]
  private var cost = 0

  /// Creates an empty map.
  ///
  /// - Parameter capacity: What the values of a generation cost at the most.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The value of a key, which counts as used by that.
  mutating func value(of key: Key) -> Value? {
    if let entry = younger[key] { return entry.value }
    guard let entry = older[key] else { return nil }
    insert(entry, for: key)
    return entry.value
  }

  /// Keeps a value; one that costs more than the capacity is not kept.
  mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
    insert(Entry(value: value, cost: cost), for: key)
  }

  private mutating func insert(_ entry: Entry, for key: Key) {
    older[key] = nil
    guard entry.cost <= capacity else {
      if let replaced = younger.removeValue(forKey: key) { cost -= replaced.cost }
      return
    }
    if cost + entry.cost > capacity {
      older = younger
      younger = [:]
      cost = 0
    }
    if let replaced = younger.updateValue(entry, forKey: key) { cost -= replaced.cost }
    cost += entry.cost
  }

  mutating func removeAll() {
    self = RecentMap(capacity: capacity)
  }
}
