extension TailRecord {
  /// Files that are followed as the system tells of changes.
  static let told = #"""
    [30] seq 11 >f; exec tail -f f
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
    [32] echo a >a; echo b >b; exec tail -f a b
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
    [32] echo a >a; echo b >b; exec tail -q -f a b
    a
    b
    $ echo 1 >>b
    1
    $ echo 2 >>a
    2
    $ echo 3 >>b
    3
    [32] echo a >a; exec tail -v -f a
    ==> a <==
    a
    $ echo 1 >>a
    1
    $ echo 2 >>a
    2
    [35] seq 3 >f; exec tail -n 1 -f f <f
    3
    $ echo 4 >>f
    4
    [40] echo a >a; exec tail -f none a
    tail: cannot open 'none' for reading: No such file or directory
    ==> a <==
    a
    $ echo late >none; echo 1 >>a
    1
    $ echo 2 >>none; echo 3 >>a
    3
    [42] echo long line >f; exec tail -f f
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
    [42] echo a >a; echo b >b; exec tail -f a b
    ==> a <==
    a

    ==> b <==
    b
    $ : >a
    tail: a: file truncated
    $ echo 1 >>a

    ==> a <==
    1
    [43] echo 1 >f; sleep 60 & echo $! >pid; exec tail -s.02 --pid=$! -f f
    1
    $ echo 2 >>f
    2
    $ kill $(cat pid)
    [43] echo 1 >f; sleep 60 & echo $! >pid; exec tail -s.02 --pid=$! -F f
    1
    $ echo 2 >>f; kill $(cat pid)
    2
    [44] echo 1 >f; echo g >g; exec tail -f f g
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
    [45] echo 1 >t; ln -s t f; exec tail -f f
    1
    $ echo 2 >>t
    2
    $ echo 3 >>f
    3
    [41] mkdir d; echo g >g; exec tail -F g d
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
    [41] mkdir d; echo f >f; exec tail -f d f
    ==> d <==
    tail: error reading 'd': Is a directory
    tail: d: cannot follow end of this type of file; giving up on this name

    ==> f <==
    f
    $ echo 1 >>f
    1
    [41] mkdir d; echo f >f; exec tail --follow=name d f
    ==> d <==
    tail: error reading 'd': Is a directory
    tail: d: cannot follow end of this type of file; giving up on this name

    ==> f <==
    f
    $ echo 1 >>f
    1
    [33] echo a >a; echo b >b; exec tail -f a b
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
    [9] echo 1 >f; exec tail -n0 -v -f f
    ==> f <==
    $ echo 2 >>f
    2
    [9] echo 1 >f; exec tail -c0 -v -F f
    ==> f <==
    $ echo 2 >>f
    2
    [8] echo 1 >f; exec tail -c +100 -f f
    tail: f: file truncated
    1
    $ echo 2 >>f
    2
    [8] seq 9 >f; exec tail -n +3 -f f
    3
    4
    5
    6
    7
    8
    9
    $ echo 2 >>f
    2
    [12] printf 'a\\000b' >f; exec tail -z -n 1 -f f
    b\
    $ printf 'c\\000d' >>f
    c\x00d\
    [35] mkfifo p; (echo 1 >p; echo 0 >ready) & exec tail -f p
    1
    $ cat ready >/dev/null; echo 2 >p
    2
    $ echo 3 >p; echo 4 >p
    3
    4
    [35] mkfifo p; (echo 1 >p) & echo f >f; exec tail -s.02 -f p f
    ==> p <==
    1

    ==> f <==
    f
    $ echo 2 >>f
    2
    $ echo 3 >p

    ==> p <==
    3
    $ echo 4 >>f

    ==> f <==
    4
    [34] echo 1 >f; seq 2 | exec tail -s.02 -f - f
    ==> standard input <==
    1
    2

    ==> f <==
    1
    $ echo 2 >>f
    2
    [34] echo 1 >f; (seq 2 | tail -s.02 -f f -) & echo $! >pid; wait
    ==> f <==
    1

    ==> standard input <==
    1
    2
    $ echo 2 >>f

    ==> f <==
    2
    [18] seq 5 >f; exec tail -2f f
    4
    5
    $ echo 6 >>f
    6
    [18] seq 5 >f; exec tail +4f f
    4
    5
    $ echo 6 >>f
    6
    [22] echo a >a; exec tail -s.02 -f a - </dev/null
    ==> a <==
    a

    ==> standard input <==
    $ echo 1 >>a

    ==> a <==
    1
    [44] echo 1 >f; exec tail --follow=descriptor -s.02 - <f
    1
    $ mv f g; echo 2 >>g
    2
    """#
}
