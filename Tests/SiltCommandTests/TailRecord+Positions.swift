extension TailRecord {
  /// Calls that end by themselves, items 13 to 17.
  static let positions = #"""
    [13] tail -n 25000 many | cksum
    574650689 145001
    [13] tail -n +29990 many
    29990
    29991
    29992
    29993
    29994
    29995
    29996
    29997
    29998
    29999
    30000
    [13] tail -c +100 many | cksum
    836236698 168795
    [13] cat many | tail -n 25000 | cksum
    574650689 145001
    [13] cat many | tail -n +25000 | cksum
    2506258646 30006
    [13] cat many | tail -c 100000 | cksum
    355234912 100000
    [13] cat many | tail -c +100000 | cksum
    3061814563 68895
    [13] tail -n 3 long | cksum
    3623695979 60003
    [13] cat long | tail -n 3 | cksum
    3623695979 60003
    [13] tail -n 3 <long | cksum
    3623695979 60003
    [13] tail -c 30000 long | cksum
    1256684370 30000
    [13] tail -n +4 long | cksum
    3623695979 60003
    [13] for n in 1023 1024 1025 8191 8192 8193 65535 65536 65537 262143 262144 262145; do yes 1234567 | head -c $n >s; for o in '-n 1' '-n 127' '-n 1024' '-n +2' '-c 1024' '-c 8193' '-c +8193'; do tail $o s | cksum; tail $o <s | cksum; cat s | tail $o | cksum; done; done | uniq | cksum
    74436790 1237
    [13] truncate -s 4G sparse; echo end >>sparse; tail -c 5 sparse
    \x00end
    [13] seq 1000000 | tail -n 900000 | cksum
    2765099263 6300001
    [13] seq 1000000 >m; tail -n 900000 m | cksum
    2765099263 6300001
    [14] (read x; tail -n +1) <f
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
    [14] (read x; tail -n 99) <open
    b
    c\
    [14] (dd bs=1 count=30 status=none >/dev/null; tail -c +5) <f
    5
    16
    17
    18
    19
    20
    [14] (dd bs=1 count=30 status=none >/dev/null; tail -n 99) <f
    14
    15
    16
    17
    18
    19
    20
    [14] (dd bs=1 count=30 status=none >/dev/null; tail -c 999) <f
    14
    15
    16
    17
    18
    19
    20
    [14] (dd bs=1 count=30 status=none >/dev/null; tail -n 2) <f
    19
    20
    [14] (dd bs=1 count=30 status=none >/dev/null; tail -n +2) <f
    15
    16
    17
    18
    19
    20
    [14] (dd bs=8192 count=2 status=none >/dev/null; tail -n 99999) <many | cksum
    2795666544 152510
    [14] (dd bs=8192 count=2 status=none >/dev/null; tail -c 999999) <many | cksum
    2795666544 152510
    [14] (tail -n 1; cat) <f
    20
    [14] (tail -n 1; cat) <many
    30000
    [14] (tail -c 1; cat) <many

    [14] (cat >/dev/null; tail) <f
    [14] tail - - <f
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

    ==> standard input <==
    [14] tail -n 1 f - <g
    ==> f <==
    20

    ==> standard input <==
    105
    [15] [ "$(tail -n 1 /proc/version)" = "$(cat /proc/version | tail -n 1)" ] && echo same
    same
    [15] [ "$(tail -c 5 /proc/version)" = "$(cat /proc/version | tail -c 5)" ] && echo same
    same
    [15] [ "$(tail -n +1 /proc/version)" = "$(cat /proc/version | tail -n +1)" ] && echo same
    same
    [15] [ "$(tail -c +2 /proc/version)" = "$(cat /proc/version | tail -c +2)" ] && echo same
    same
    [15] [ "$(tail -n 1 /proc/self/mounts)" = "$(cat /proc/self/mounts | tail -n 1)" ] && echo same
    same
    [15] [ "$(tail -c 5 /proc/self/mounts)" = "$(cat /proc/self/mounts | tail -c 5)" ] && echo same
    same
    [15] [ "$(tail -n +1 /proc/self/mounts)" = "$(cat /proc/self/mounts | tail -n +1)" ] && echo same
    same
    [15] [ "$(tail -c +2 /proc/self/mounts)" = "$(cat /proc/self/mounts | tail -c +2)" ] && echo same
    same
    [15] [ "$(tail -n 1 /sys/kernel/profiling)" = "$(cat /sys/kernel/profiling | tail -n 1)" ] && echo same
    same
    [15] [ "$(tail -c 5 /sys/kernel/profiling)" = "$(cat /sys/kernel/profiling | tail -c 5)" ] && echo same
    same
    [15] [ "$(tail -n +1 /sys/kernel/profiling)" = "$(cat /sys/kernel/profiling | tail -n +1)" ] && echo same
    same
    [15] [ "$(tail -c +2 /sys/kernel/profiling)" = "$(cat /sys/kernel/profiling | tail -c +2)" ] && echo same
    same
    [15] [ "$(tail -n 1 /sys/kernel/mm/transparent_hugepage/enabled)" = "$(cat /sys/kernel/mm/transparent_hugepage/enabled | tail -n 1)" ] && echo same
    same
    [15] [ "$(tail -c 5 /sys/kernel/mm/transparent_hugepage/enabled)" = "$(cat /sys/kernel/mm/transparent_hugepage/enabled | tail -c 5)" ] && echo same
    same
    [15] [ "$(tail -n +1 /sys/kernel/mm/transparent_hugepage/enabled)" = "$(cat /sys/kernel/mm/transparent_hugepage/enabled | tail -n +1)" ] && echo same
    same
    [15] [ "$(tail -c +2 /sys/kernel/mm/transparent_hugepage/enabled)" = "$(cat /sys/kernel/mm/transparent_hugepage/enabled | tail -c +2)" ] && echo same
    same
    [15] [ "$(tail -n 1 /proc/cpuinfo)" = "$(cat /proc/cpuinfo | tail -n 1)" ] && echo same
    same
    [15] [ "$(tail -c 5 /proc/cpuinfo)" = "$(cat /proc/cpuinfo | tail -c 5)" ] && echo same
    same
    [15] [ "$(tail -n +1 /proc/cpuinfo)" = "$(cat /proc/cpuinfo | tail -n +1)" ] && echo same
    same
    [15] [ "$(tail -c +2 /proc/cpuinfo)" = "$(cat /proc/cpuinfo | tail -c +2)" ] && echo same
    same
    [15] tail -n 1 </proc/version | grep -c Linux
    1
    [15] tail -c 3 /dev/null
    [15] tail /dev/null
    [15] tail -c 5000 /dev/zero | cksum
    3060373916 5000
    [16] tail -n 1 -s '.1' f
    20
    [16] tail -n 1 -s '1.' f
    20
    [16] tail -n 1 -s '1e-1' f
    20
    [16] tail -n 1 -s '0x10' f
    20
    [16] tail -n 1 -s 'inf' f
    20
    [16] tail -n 1 -s '0' f
    20
    [16] tail -n 1 -s '+1' f
    20
    [16] tail -n 1 -s ' 1' f
    20
    [16] tail -n 1 -s '1e400' f
    ! tail: invalid number of seconds: '1e400'
    ? 1
    [16] tail -n 1 -s '1e-400' f
    20
    [16] tail -n 1 -s '-0' f
    20
    [16] tail -s '1..1' f
    ! tail: invalid number of seconds: '1..1'
    ? 1
    [16] tail -s '' f
    ! tail: invalid number of seconds: ''
    ? 1
    [16] tail -s 'x' f
    ! tail: invalid number of seconds: 'x'
    ? 1
    [16] tail -s '-1' f
    ! tail: invalid number of seconds: '-1'
    ? 1
    [16] tail -s 'nan' f
    ! tail: invalid number of seconds: 'nan'
    ? 1
    [16] tail -s '1s' f
    ! tail: invalid number of seconds: '1s'
    ? 1
    [16] tail -s '1 ' f
    ! tail: invalid number of seconds: '1 '
    ? 1
    [16] tail -s '0x' f
    ! tail: invalid number of seconds: '0x'
    ? 1
    [16] tail -s '1e' f
    ! tail: invalid number of seconds: '1e'
    ? 1
    [16] tail -s '-inf' f
    ! tail: invalid number of seconds: '-inf'
    ? 1
    [16] tail -s '.' f
    ! tail: invalid number of seconds: '.'
    ? 1
    [17] tail --pid='abc' f
    ! tail: invalid PID: 'abc'
    ? 1
    [17] tail --pid='' f
    ! tail: invalid PID: ''
    ? 1
    [17] tail --pid='-1' f
    ! tail: invalid PID: '-1'
    ? 1
    [17] tail --pid='1x' f
    ! tail: invalid PID: '1x'
    ? 1
    [17] tail --pid='99999999999' f
    ! tail: invalid PID: '99999999999': Value too large for defined data type
    ? 1
    [17] tail --pid='2147483648' f
    ! tail: invalid PID: '2147483648': Value too large for defined data type
    ? 1
    [17] tail --pid='99999999999999999999' f
    ! tail: invalid PID: '99999999999999999999': Value too large for defined data type
    ? 1
    [17] tail --pid='1k' f
    ! tail: invalid PID: '1k'
    ? 1
    [17] tail --max-unchanged-stats='x' f
    ! tail: invalid maximum number of unchanged stats between opens: 'x'
    ? 1
    [17] tail --max-unchanged-stats='' f
    ! tail: invalid maximum number of unchanged stats between opens: ''
    ? 1
    [17] tail --max-unchanged-stats='-1' f
    ! tail: invalid maximum number of unchanged stats between opens: '-1'
    ? 1
    [17] tail --max-unchanged-stats='1k' f
    ! tail: invalid maximum number of unchanged stats between opens: '1k'
    ? 1
    [17] tail --max-unchanged-stats='18446744073709551616' f
    ! tail: invalid maximum number of unchanged stats between opens: '18446744073709551616': Value too large for defined data type
    ? 1
    """#
}
