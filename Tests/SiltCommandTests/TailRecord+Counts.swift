extension TailRecord {
  /// Calls that end by themselves, items 8 to 9.
  static let counts = #"""
    [8] tail f
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
    [8] tail <f
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
    [8] cat f | tail
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
    [8] tail -n -3 f
    18
    19
    20
    [8] tail -c -3 f
    20
    [8] tail -n +1 f
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
    [8] tail -n +0 f
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
    [8] tail -c +0 f
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
    [8] tail -n +18 f
    18
    19
    20
    [8] tail -n +20 f
    20
    [8] tail -n +21 f
    [8] tail -n +99 f
    [8] tail -c +49 f
    20
    [8] tail -c +999 f
    [8] tail -n 0 f
    [8] tail -n -0 f
    [8] cat f | tail -n 0
    [8] cat f | tail -n +19
    19
    20
    [8] cat f | tail -c +49
    20
    [8] cat f | tail -c 5
    9
    20
    [8] tail -n 99 f
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
    [8] tail -c 999 f
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
    [8] tail -c 1 f

    [8] tail empty
    [8] tail open
    a
    b
    c\
    [8] tail -n 1 open
    c\
    [8] tail -n 2 open
    b
    c\
    [8] tail -n +3 open
    c\
    [8] tail blank
    x


    y
    [8] tail -n 2 blank

    y
    [8] tail -n 3 blank


    y
    [9] tail -n0 none
    [9] tail -c0 none f
    [9] tail -n 0 d
    [9] tail -n +0 none
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [9] tail -c 0 -q none none
    [9] tail -n 0 fifo
    """#
}
