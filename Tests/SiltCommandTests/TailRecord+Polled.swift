extension TailRecord {
  /// Files that are followed by looking again and again.
  static let polled = #"""
    [30] seq 11 >f; exec tail ---dis -s.02 -f f
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
    $ printf half >>f
    half\
    $ echo ' a line' >>f
     a line
    $ printf '\\000x\\n' >>f
    \x00x
    [32] echo a >a; echo b >b; exec tail ---dis -s.02 -f a b
    ==> a <==
    a

    ==> b <==
    b
    $ echo 1 >>b
    1
    $ echo 2 >>a

    ==> a <==
    2
    $ echo 3 >>a
    3
    $ echo 4 >>b

    ==> b <==
    4
    [32] echo a >a; echo b >b; exec tail ---dis -s.02 -q -f a b
    a
    b
    $ echo 1 >>b
    1
    $ echo 2 >>a
    2
    $ echo 3 >>b
    3
    [32] echo a >a; exec tail ---dis -s.02 -v -f a
    ==> a <==
    a
    $ echo 1 >>a
    1
    $ echo 2 >>a
    2
    [35] seq 3 >f; exec tail ---dis -s.02 -n 1 -f f <f
    3
    $ echo 4 >>f
    4
    [40] echo a >a; exec tail ---dis -s.02 -f none a
    tail: cannot open 'none' for reading: No such file or directory
    ==> a <==
    a
    $ echo late >none; echo 1 >>a
    1
    $ echo 2 >>none; echo 3 >>a
    3
    [42] echo long line >f; exec tail ---dis -s.02 -f f
    long line
    $ : >f
    tail: f: file truncated
    $ echo new >>f
    new
    $ : >f
    tail: f: file truncated
    $ echo x >>f; echo y >>f
    x
    y
    [42] echo a >a; echo b >b; exec tail ---dis -s.02 -f a b
    ==> a <==
    a

    ==> b <==
    b
    $ : >a
    tail: a: file truncated

    ==> a <==
    $ echo 1 >>a
    1
    [43] echo 1 >f; sleep 60 & echo $! >pid; exec tail ---dis -s.02 -s.02 --pid=$! -f f
    1
    $ echo 2 >>f
    2
    $ kill $(cat pid)
    [43] echo 1 >f; sleep 60 & echo $! >pid; exec tail ---dis -s.02 -s.02 --pid=$! -F f
    1
    $ echo 2 >>f; kill $(cat pid)
    2
    [44] echo 1 >f; echo g >g; exec tail ---dis -s.02 -f f g
    ==> f <==
    1

    ==> g <==
    g
    $ mv f h; echo other >f; echo 2 >>h

    ==> f <==
    2
    $ echo 3 >>g

    ==> g <==
    3
    $ exec 3>>h; rm h; echo 4 >&3

    ==> f <==
    4
    [45] echo 1 >t; ln -s t f; exec tail ---dis -s.02 -f f
    1
    $ echo 2 >>t
    2
    $ echo 3 >>f
    3
    [41] mkdir d; echo g >g; exec tail ---dis -s.02 -F g d
    ==> g <==
    g

    ==> d <==
    tail: error reading 'd': Is a directory
    tail: d: cannot follow end of this type of file
    $ rmdir d; echo g >>g

    ==> g <==
    g
    $ echo 1 >d
    tail: 'd' has appeared;  following new file

    ==> d <==
    1
    [41] mkdir d; echo f >f; exec tail ---dis -s.02 -f d f
    ==> d <==
    tail: error reading 'd': Is a directory
    tail: d: cannot follow end of this type of file; giving up on this name

    ==> f <==
    f
    $ echo 1 >>f
    1
    [41] mkdir d; echo f >f; exec tail ---dis -s.02 --follow=name d f
    ==> d <==
    tail: error reading 'd': Is a directory
    tail: d: cannot follow end of this type of file; giving up on this name

    ==> f <==
    f
    $ echo 1 >>f
    1
    [33] echo a >a; echo b >b; exec tail ---dis -s.02 -f a b
    ==> a <==
    a

    ==> b <==
    b
    $ kill -STOP $PID; echo 1 >>a; echo 2 >>b; echo 3 >>a; echo 4 >>b; kill -CONT $PID

    ==> a <==
    1
    3

    ==> b <==
    2
    4
    [9] echo 1 >f; exec tail ---dis -s.02 -n0 -v -f f
    ==> f <==
    $ echo 2 >>f
    2
    [9] echo 1 >f; exec tail ---dis -s.02 -c0 -v -F f
    ==> f <==
    $ echo 2 >>f
    2
    [8] echo 1 >f; exec tail ---dis -s.02 -c +100 -f f
    tail: f: file truncated
    1
    $ echo 2 >>f
    2
    [8] seq 9 >f; exec tail ---dis -s.02 -n +3 -f f
    3
    4
    5
    6
    7
    8
    9
    $ echo 2 >>f
    2
    [12] printf 'a\\000b' >f; exec tail ---dis -s.02 -z -n 1 -f f
    b\
    $ printf 'c\\000d' >>f
    c\x00d\
    [35] mkfifo p; (echo 1 >p; echo 0 >ready) & exec tail ---dis -s.02 -f p
    1
    $ cat ready >/dev/null; echo 2 >p
    2
    $ echo 3 >p; echo 4 >p
    3
    4
    """#
}
