extension TailRecord {
  /// Calls that end by themselves, items 1 to 7.
  static let options = #"""
    [1] tail f -n 2
    19
    20
    [1] tail f -n 2 g -q
    19
    20
    104
    105
    [1] tail -n 1 -- f -n
    ==> f <==
    20

    ==> -n <==
    dash
    [1] tail -- -n
    dash
    [1] POSIXLY_CORRECT=1 tail -n 1 f -n
    ==> f <==
    20

    ==> -n <==
    dash
    [1] POSIXLY_CORRECT=1 tail f -n 2
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

    ==> -n <==
    dash
    ! tail: cannot open '2' for reading: No such file or directory
    ? 1
    [1] tail -qn1 f g
    20
    105
    [1] tail -zc2 nuls
    c\x00\
    [1] tail -zn2 nuls
    b\x00c\x00\
    [1] tail -vn1 f
    ==> f <==
    20
    [1] tail -qF
    ! tail: cannot follow '-' by name
    ? 1
    [1] tail -qn 1 f g
    20
    105
    [1] tail -c5qv f
    ! tail: invalid number of bytes: '5qv'
    ? 1
    [2] tail --li=2 f
    19
    20
    [2] tail --l 2 f
    19
    20
    [2] tail --by=2 f
    0
    [2] tail --q f g
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
    [2] tail --sleep=4 f
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
    [2] tail --ve f
    ! tail: option '--ve' is ambiguous; possibilities: '--verbose' '--version'
    ! Try 'tail --help' for more information.
    ? 1
    [2] tail --v f
    ! tail: option '--v' is ambiguous; possibilities: '--verbose' '--version'
    ! Try 'tail --help' for more information.
    ? 1
    [2] tail --s=1 f
    ! tail: option '--s=1' is ambiguous; possibilities: '--silent' '--sleep-interval'
    ! Try 'tail --help' for more information.
    ? 1
    [2] tail --max=3 f
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
    [2] tail --sil f g
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
    [2] tail --z nuls
    a\x00b\x00c\x00\
    [2] tail --
    [2] tail --ver=1 f
    ! tail: option '--ver=1' is ambiguous; possibilities: '--verbose' '--version'
    ! Try 'tail --help' for more information.
    ? 1
    [2] echo x | tail --f=n
    ! tail: cannot follow '-' by name
    ? 1
    [2] echo x | tail --fo=d
    x
    [3] tail --x
    ! tail: unrecognized option '--x'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --x=y f
    ! tail: unrecognized option '--x=y'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail -x f
    ! tail: invalid option -- 'x'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail -qx f
    ! tail: invalid option -- 'x'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail -n
    ! tail: option requires an argument -- 'n'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail f -n
    ! tail: option requires an argument -- 'n'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail f -qc
    ! tail: option requires an argument -- 'c'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --lines
    ! tail: option '--lines' requires an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail f --bytes
    ! tail: option '--bytes' requires an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --zero-terminated=1
    ! tail: option '--zero-terminated' doesn't allow an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --quiet=x
    ! tail: option '--quiet' doesn't allow an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --s
    ! tail: option '--s' is ambiguous; possibilities: '--silent' '--sleep-interval'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail -s
    ! tail: option requires an argument -- 's'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --pid
    ! tail: option '--pid' requires an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --follow=
    ! tail: ambiguous argument '' for '--follow'
    ! Valid arguments are:
    !   - 'descriptor'
    !   - 'name'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --retry=1 f
    ! tail: option '--retry' doesn't allow an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --help=1
    ! tail: option '--help' doesn't allow an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail -\xc3\xa9 f
    ! tail: invalid option -- '\xc3'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail --sleep-interval
    ! tail: option '--sleep-interval' requires an argument
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail ---
    ! tail: option '---' is ambiguous; possibilities: '---disable-inotify' '---presume-input-pipe'
    ! Try 'tail --help' for more information.
    ? 1
    [3] tail ---x
    ! tail: unrecognized option '---x'
    ! Try 'tail --help' for more information.
    ? 1
    [4] tail ---dis f
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
    [4] tail ---disable-inotify -n1 f
    20
    [4] tail ---presume-input-pipe -n 2 f
    19
    20
    [4] tail ---presume-input-pipe -c 2 f
    0
    [4] tail ---presume-input-pipe -n +19 f
    19
    20
    [4] tail ---presume-input-pipe -c +30 f

    14
    15
    16
    17
    18
    19
    20
    [4] tail --max-unchanged-stats=1 f
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
    [4] tail --max-unchanged-stats 0 f
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
    [4] tail ---pre -n 2 <f
    19
    20
    [4] tail ---d f
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
    [5] tail --help >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [5] tail --version >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [5] tail --help --x >/dev/null
    [5] tail --x --help
    ! tail: unrecognized option '--x'
    ! Try 'tail --help' for more information.
    ? 1
    [5] tail -n x --version
    ! tail: invalid number of lines: 'x'
    ? 1
    [5] tail f --help >&-
    ! tail: write error: Bad file descriptor
    ? 1
    [6] tail --follow=bogus f
    ! tail: invalid argument 'bogus' for '--follow'
    ! Valid arguments are:
    !   - 'descriptor'
    !   - 'name'
    ! Try 'tail --help' for more information.
    ? 1
    [6] tail --follow= f
    ! tail: ambiguous argument '' for '--follow'
    ! Valid arguments are:
    !   - 'descriptor'
    !   - 'name'
    ! Try 'tail --help' for more information.
    ? 1
    [6] tail --follow=Name f
    ! tail: invalid argument 'Name' for '--follow'
    ! Valid arguments are:
    !   - 'descriptor'
    !   - 'name'
    ! Try 'tail --help' for more information.
    ? 1
    [6] tail --f=x f
    ! tail: invalid argument 'x' for '--follow'
    ! Valid arguments are:
    !   - 'descriptor'
    !   - 'name'
    ! Try 'tail --help' for more information.
    ? 1
    [7] tail -n 1 -n 3 f
    18
    19
    20
    [7] tail -n 1 -c 3 f
    20
    [7] tail -c 3 -n 1 f
    20
    [7] tail -n +3 -n 2 f
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
    [7] tail -q -v -n1 f
    ==> f <==
    20
    [7] tail -v -q -n1 f g
    20
    105
    [7] tail -n 2 -c +40 f
    17
    18
    19
    20
    """#
}
