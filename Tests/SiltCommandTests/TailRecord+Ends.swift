extension TailRecord {
  /// Calls that end by themselves, items 29 to 43.
  static let ends = #"""
    [29] tail --retry -n 1 f
    20
    ! tail: warning: --retry ignored; --retry is useful only when following
    [29] tail --pid=1 -n 1 f
    20
    ! tail: warning: PID ignored; --pid=PID is useful only when following
    [29] tail --pid=1 --pid=1 -n 1 f
    20
    ! tail: warning: PID ignored; --pid=PID is useful only when following
    [29] tail --retry --pid=1 -n 1 f
    20
    ! tail: warning: --retry ignored; --retry is useful only when following
    ! tail: warning: PID ignored; --pid=PID is useful only when following
    [29] echo x | tail -f --retry
    x
    ! tail: warning: --retry only effective for the initial open
    [29] echo x | tail --follow=descriptor --retry
    x
    ! tail: warning: --retry only effective for the initial open
    [34] seq 12 | tail -f
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
    [34] seq 12 | tail -f -
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
    [34] seq 12 | tail -f - none
    ==> standard input <==
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
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [34] seq 12 | tail -f none -
    ==> standard input <==
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
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [34] seq 12 | tail -n +11 -f -v
    ==> standard input <==
    11
    12
    [34] seq 3 | tail -f - -
    ==> standard input <==
    1
    2
    3

    ==> standard input <==
    [34] seq 3 | tail -f - d
    ==> standard input <==
    1
    2
    3

    ==> d <==
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [34] seq 3 | tail -f -n 0
    [36] tail -f f | head -n 1
    11
    [36] trap '' PIPE; tail -f f | head -n 1
    11
    [36] tail ---dis -s.1 -f f | head -n 1
    11
    [36] trap '' PIPE; tail ---dis -s.1 -F f | head -n 1
    11
    [36] tail -f empty | :
    [36] tail -F none empty | head -n 1
    ==> empty <==
    ! tail: cannot open 'none' for reading: No such file or directory
    [36] tail -f /dev/null >&-
    ! tail: standard output: Bad file descriptor
    ? 1
    [36] tail -f f >&-
    ! tail: standard output: Bad file descriptor
    ! tail: write error: Bad file descriptor
    ? 1
    [37] tail -f - <&-
    ! tail: cannot fstat 'standard input': Bad file descriptor
    ! tail: error reading 'standard input': Bad file descriptor
    ! tail: no files remaining
    ! tail: -: Bad file descriptor
    ? 1
    [37] tail - <&-
    ! tail: cannot fstat 'standard input': Bad file descriptor
    ! tail: -: Bad file descriptor
    ? 1
    [37] tail -v <&-
    ==> standard input <==
    ! tail: cannot fstat 'standard input': Bad file descriptor
    ! tail: -: Bad file descriptor
    ? 1
    [37] tail f - <&-
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

    ==> standard input <==
    ! tail: cannot fstat 'standard input': Bad file descriptor
    ! tail: -: Bad file descriptor
    ? 1
    [37] tail -c 3 <&-
    ! tail: cannot fstat 'standard input': Bad file descriptor
    ! tail: -: Bad file descriptor
    ? 1
    [39] tail -F -
    ! tail: cannot follow '-' by name
    ? 1
    [39] tail -F
    ! tail: cannot follow '-' by name
    ? 1
    [39] tail --follow=name -
    ! tail: cannot follow '-' by name
    ? 1
    [39] tail -F f - <g
    ! tail: cannot follow '-' by name
    ? 1
    [39] tail -F </dev/null
    ! tail: cannot follow '-' by name
    ? 1
    [39] tail --retry --follow=name
    ! tail: cannot follow '-' by name
    ? 1
    [40] tail -f none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [40] tail --follow=name none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [40] tail -f none d
    ==> d <==
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [40] tail -f none none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [40] tail ---dis -f none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [40] tail --follow=name ---dis none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [40] tail -f --pid=1 none
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: no files remaining
    ? 1
    [41] tail -f d
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [41] tail --follow=name d
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [41] tail -f d d
    ==> d <==

    ==> d <==
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [41] tail -f -n0 d
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [41] tail -f --retry d
    ! tail: warning: --retry only effective for the initial open
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file
    ! tail: no files remaining
    ? 1
    [41] tail ---dis -f d
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [41] tail -f 'new\nline/x' d
    ==> d <==
    ! tail: cannot open 'new'$'\\n''line/x' for reading: Not a directory
    ! tail: error reading 'd': Is a directory
    ! tail: d: cannot follow end of this type of file; giving up on this name
    ! tail: no files remaining
    ? 1
    [43] tail --pid=2147483647 -f f
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
    [43] tail --pid=2147483647 -s10 -F f
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
    [43] tail --pid=2147483647 -f f g
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
    [43] tail ---dis --pid=2147483647 -f f
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
    [43] tail --pid=2147483647 -f <f
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
    [43] tail --pid=2147483647 -F none
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    """#
}
