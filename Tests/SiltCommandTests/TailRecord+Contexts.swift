extension TailRecord {
  /// Calls that end by themselves, items 19 to 23.
  static let contexts = #"""
    [19] tail -2 f
    19
    20
    [19] cat f | tail -2 -
    19
    20
    [19] tail -2 -- f
    19
    20
    [19] tail +19 -- f
    19
    20
    [19] tail -2 --
    [19] tail -2 -- f g
    ! tail: option used in invalid context -- 2
    ? 1
    [19] tail -2 -- -n
    dash
    [19] cat f | tail -2 --
    19
    20
    [20] tail -1 f g
    ! tail: option used in invalid context -- 1
    ? 1
    [20] tail -2 -f f
    ! tail: option used in invalid context -- 2
    ? 1
    [20] tail -q -1 f
    ! tail: option used in invalid context -- 1
    ? 1
    [20] tail -2cX f
    ! tail: option used in invalid context -- 2
    ? 1
    [20] tail -2fl f
    ! tail: option used in invalid context -- 2
    ? 1
    [20] tail -2q f
    ! tail: option used in invalid context -- 2
    ? 1
    [20] tail f -2
    ! tail: option used in invalid context -- 2
    ? 1
    [20] tail -n 1 -2 f
    ! tail: option used in invalid context -- 2
    ? 1
    [21] tail +2 -n 1
    plus
    [21] tail -n 1 +2
    plus
    [21] tail +cl
    plus
    [21] tail +2cz
    plus
    [21] tail +2 f g
    ==> +2 <==
    plus

    ==> f <==
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

    ==> g <==
    101
    102
    103
    104
    105
    [21] tail -cl f
    ! tail: invalid number of bytes: 'l'
    ? 1
    [21] tail -c f
    ! tail: invalid number of bytes: 'f'
    ? 1
    [21] tail -c
    ! tail: option requires an argument -- 'c'
    ! Try 'tail --help' for more information.
    ? 1
    [21] tail +x
    ! tail: cannot open '+x' for reading: No such file or directory
    ? 1
    [21] tail f +2
    ==> f <==
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

    ==> +2 <==
    plus
    [21] _POSIX2_VERSION=200112 tail +2 f
    ==> +2 <==
    plus

    ==> f <==
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
    [21] _POSIX2_VERSION=199209 tail -c f

    18
    19
    20
    [21] _POSIX2_VERSION=199209 tail - <f
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
    [22] tail -n 1 f g
    ==> f <==
    20

    ==> g <==
    105
    [22] tail -n 1 f - <g
    ==> f <==
    20

    ==> standard input <==
    105
    [22] tail -v -n 1 f
    ==> f <==
    20
    [22] tail -v <f
    ==> standard input <==
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
    [22] tail empty f empty
    ==> empty <==

    ==> f <==
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

    ==> empty <==
    [22] tail -v empty
    ==> empty <==
    [22] tail -n 1 'new\nline' f
    ==> new
    line <==
    named

    ==> f <==
    20
    [22] tail -n1 open f
    ==> open <==
    c
    ==> f <==
    20
    [22] tail -q f g
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
    101
    102
    103
    104
    105
    [22] tail -n1 f f
    ==> f <==
    20

    ==> f <==
    20
    [22] tail -n 1 ./-n f
    ==> ./-n <==
    dash

    ==> f <==
    20
    [23] tail -n 1 none f
    ==> f <==
    20
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [23] tail -n 1 f none g
    ==> f <==
    20

    ==> g <==
    105
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [23] tail -n 1 f none g 2>&1
    ==> f <==
    20
    tail: cannot open 'none' for reading: No such file or directory

    ==> g <==
    105
    ? 1
    [23] tail none none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [23] tail -v none
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [23] tail -n 1 f d g 2>&1
    ==> f <==
    20

    ==> d <==
    tail: error reading 'd': Is a directory

    ==> g <==
    105
    ? 1
    [23] tail -n 9999 many none f 2>&1 | cksum
    3820892595 60133
    """#
}
