extension TailRecord {
  /// Calls that end by themselves, items 18 to 18.
  static let obsolete = #"""
    [18] cat f | tail -5f
    16
    17
    18
    19
    20
    [18] cat f | tail +3f
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
    [18] cat f | tail -2lf
    19
    20
    [18] cat f | tail +f
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
    [18] tail -99999999999999999999 f
    ! tail: invalid number: '-99999999999999999999': Numerical result out of range
    ? 1
    [18] tail -99999999999999999b f
    ! tail: invalid number: '-99999999999999999b'
    ? 1
    [18] cat many | tail -b | cksum
    4136691745 5120
    [18] tail -5 f
    16
    17
    18
    19
    20
    [18] tail +3 f
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
    [18] tail -l f
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
    [18] tail +l f
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
    [18] tail +c f

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
    [18] tail -b f
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
    [18] tail -2l f
    19
    20
    [18] tail -2c f
    0
    [18] tail -1b f
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
    [18] tail +1b f
    [18] tail + f
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
    [18] tail -0 f
    [18] tail +0 f
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
    [18] tail +18l f
    18
    19
    20
    [18] tail +30c f

    14
    15
    16
    17
    18
    19
    20
    [18] cat f | tail -5
    16
    17
    18
    19
    20
    [18] cat f | tail +3
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
    [18] cat f | tail -2l
    19
    20
    [18] cat f | tail -3c
    20
    [18] cat f | tail -1b
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
    [18] cat f | tail +1b
    [18] cat f | tail +c

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
    [18] cat f | tail -l
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
    [18] cat f | tail -b
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
    """#
}
