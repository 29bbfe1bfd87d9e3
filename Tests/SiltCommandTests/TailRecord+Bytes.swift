extension TailRecord {
  /// Calls that end by themselves, items 12 to 12.
  static let bytes = #"""
    [12] tail -z nuls
    a\x00b\x00c\x00\
    [12] tail -z -n 1 nuls
    c\x00\
    [12] tail -z -n +2 nuls
    b\x00c\x00\
    [12] cat nuls | tail -z -n 2
    b\x00c\x00\
    [12] cat nuls | tail -z -n +3
    c\x00\
    [12] tail -z f
    1
    2
    3
    4
    5
    6
    7
    8
    9
    10
    11
    12
    13
    14
    15
    16
    17
    18
    19
    20
    [12] printf 'a\\0b' | tail -z -n 1
    b\
    [12] tail bytes
    \xff\xfex
    \x00\x00y
    [12] tail -n 1 bytes
    \x00\x00y
    [12] tail -c 3 bytes
    \x00y
    [12] cat bytes | tail -n 1
    \x00\x00y
    [12] tail -n 1 open g
    ==> open <==
    c
    ==> g <==
    105
    [12] tail open -
    ==> open <==
    a
    b
    c
    ==> standard input <==
    [12] cat open | tail -n 1
    c\
    """#
}
