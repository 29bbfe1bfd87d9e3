import SiltTestSupport
import Testing

@testable import SiltCore

@Suite struct ViewportPropertyTests {
  /// Applies an event and lets what could not be answered at once go on until it is done.
  @discardableResult
  private func apply(
    _ event: Viewport.Event,
    to view: inout Viewport,
    on content: inout FakeContent
  ) -> Viewport.Effect {
    var budget = Int.max
    var effect = view.apply(event, on: &content, budget: &budget)
    var turns = 0
    while effect.want != nil || view.pending != nil {
      turns += 1
      if turns > 3 { content.reluctance = 0 }
      effect = view.apply(.resumed, on: &content, budget: &budget)
    }
    return effect
  }

  /// Lays out, asking again until every row could be answered.
  private func shown(_ view: Viewport, _ content: FakeContent) -> Viewport.Layout {
    var content = content
    content.reluctance = 0
    var budget = Int.max
    return view.layout(of: &content, budget: &budget)
  }

  @Test(arguments: 0..<400)
  func `the rows shown equal those of a model that lays out everything`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Int.random(in: 0...8, using: &random)
    var view = Viewport(rows: rows)
    var naive = NaiveViewport(rows: rows)
    var content = FakeContent(seed: seed)
    var mark: Viewport.Anchor?
    for step in 0..<120 {
      let reluctance = Int.random(in: 0...5, using: &random)
      let before = shown(view, content)
      let heldBefore = view.mode
      var arrived = false
      switch Int.random(in: 0..<22, using: &random) {
      case 0..<5:
        arrived = true
        content.grow(by: Int.random(in: 0...25, using: &random))
        content.finishLine()
      case 5, 6:
        arrived = true
        content.grow(by: Int.random(in: 1...25, using: &random))
      case 7:
        arrived = true
        content.addNote()
      case 8:
        guard content.lines.count > 3 else { continue }
        content.drop(Int.random(in: 1...content.lines.count - 2, using: &random))
        content.reluctance = 0
        apply(.dropped, to: &view, on: &content)
        naive.dropped(content)
      case 9:
        let rows = Int.random(in: 0...8, using: &random)
        apply(.resized(rows: rows), to: &view, on: &content)
        naive.rows = rows
      case 10: content.columns = Int.random(in: 1...30, using: &random)
      case 11:
        content.footerRows = Int.random(in: 0...2, using: &random)
      case 12, 13, 14:
        let count = Int.random(in: 1...12, using: &random)
        content.reluctance = reluctance
        apply(.scrolledUp(rows: count), to: &view, on: &content)
        naive.scrolledUp(count, content)
      case 15, 16:
        let count = Int.random(in: 1...12, using: &random)
        content.reluctance = reluctance
        apply(.scrolledDown(rows: count), to: &view, on: &content)
        naive.scrolledDown(count, content)
      case 17:
        content.reluctance = reluctance
        let item = Bool.random(using: &random) ? content.lines.randomElement(using: &random) : nil
        apply(.jumped(to: item?.item), to: &view, on: &content)
        naive.jumped(to: item?.item, content)
      case 18:
        // What is at the bottom is marked; another time the view goes back there.
        guard let mark else {
          if case .paused(let pause) = view.mode { mark = pause.anchor }
          continue
        }
        content.reluctance = reluctance
        apply(.returned(to: mark), to: &view, on: &content)
        naive.returned(to: mark, content)
      case 19: mark = nil
      case 20:
        content.reluctance = 0
        apply(.stopped, to: &view, on: &content)
        naive.stopped(content)
      default:
        apply(.jumpedToEnd, to: &view, on: &content)
        naive.mode = .following
      }
      content.reluctance = 0
      let layout = shown(view, content)
      let comment: Comment = "seed \(seed), step \(step)"
      try #require(Array(layout.shown) == naive.shown(content).suffix(view.rows), comment)
      #expect(layout.topInset == max(view.rows - layout.shown.count, 0), comment)
      #expect(view.isFollowing == (naive.mode == .following), comment)
      if case .paused(let pause) = view.mode {
        if case .item(let item) = pause.anchor.place { #expect(content.holds(item), comment) }
        if arrived, heldBefore == view.mode {
          #expect(layout.shown == before.shown, comment)
          #expect(layout.topInset == before.topInset, comment)
        }
      }
      let all = naive.allRows(content, limit: naive.limit)
      let bottom = naive.bottom(all)
      if view.rows > 0, !view.isFollowing {
        let grew = naive.limit.map { limit in
          content.tail != limit.position || content.tailCount > limit.bytes
        }
        #expect(
          layout.continuesBelow
            == (bottom < all.count - 1 || grew == true || content.footerRows > 0),
          comment
        )
      }
      let hidden = bottom + 1 + (view.isFollowing ? content.footerRows : 0) > view.rows
      #expect(layout.continuesAbove == (view.rows > 0 && bottom >= 0 && hidden), comment)
    }
  }

  @Test(arguments: 0..<100) func `n up and n down follows again`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var content = FakeContent(seed: seed)
    for _ in 0..<Int.random(in: 10...60, using: &random) {
      content.grow(by: Int.random(in: 0...40, using: &random))
      content.finishLine()
    }
    var view = Viewport(rows: 5)
    let start = shown(view, content)
    let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int.random(in: 1...15, using: &random)
    }
    content.reluctance = 4
    for count in steps { apply(.scrolledUp(rows: count), to: &view, on: &content) }
    let total = steps.reduce(0, +)
    #expect(!view.isFollowing)
    content.reluctance = 4
    apply(.scrolledDown(rows: total), to: &view, on: &content)
    #expect(view.isFollowing)
    #expect(shown(view, content) == start)
  }
}
