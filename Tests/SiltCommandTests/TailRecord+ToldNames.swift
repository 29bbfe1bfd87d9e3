extension TailRecord {
  /// Names that are followed as the system tells of changes.
  static let toldNames = #"""
    [46] exec tail -F f
    tail: cannot open 'f' for reading: No such file or directory
    $ echo 1 >f
    tail: 'f' has appeared;  following new file
    1
    $ echo 2 >>f
    2
    [46] exec tail -s.02 -F d/f
    tail: cannot open 'd/f' for reading: No such file or directory
    $ mkdir d; echo 1 >d/f
    tail: 'd/f' has appeared;  following new file
    1
    $ echo 2 >>d/f
    2
    [46] echo a >a; exec tail -F a none
    ==> a <==
    a
    tail: cannot open 'none' for reading: No such file or directory
    $ echo 1 >none
    tail: 'none' has appeared;  following new file
    1
    $ echo 2 >>a

    ==> a <==
    2
    $ echo 3 >>none

    ==> none <==
    3
    [46] exec tail --follow=descriptor --retry f
    tail: warning: --retry only effective for the initial open
    tail: cannot open 'f' for reading: No such file or directory
    $ echo 1 >f
    tail: 'f' has appeared;  following new file
    1
    $ mv f g; echo 2 >>g
    2
    [47] echo 1 >f; exec tail --max-unchanged-stats=1 -F f
    1
    $ rm f
    tail: 'f' has become inaccessible: No such file or directory
    $ echo 2 >f
    tail: 'f' has appeared;  following new file
    2
    $ echo 3 >>f
    3
    [47] echo 1 >f; exec tail --max-unchanged-stats=1 -F f
    1
    $ echo 2 >g; mv g f
    tail: 'f' has been replaced;  following new file
    2
    $ echo 3 >>f
    3
    $ echo four >g; mv g f
    tail: 'f' has been replaced;  following new file
    four
    [47] echo 1 >f; exec tail --max-unchanged-stats=1 -F f
    1
    $ mv f g
    tail: 'f' has become inaccessible: No such file or directory
    $ echo 2 >f
    tail: 'f' has appeared;  following new file
    2
    $ echo 3 >>f; echo late >>g
    3
    [48] echo a >a; echo b >b; exec tail --max-unchanged-stats=1 -F a b
    ==> a <==
    a

    ==> b <==
    b
    $ mv a b
    tail: 'a' has become inaccessible: No such file or directory
    tail: 'b' has been replaced;  following new file
    a
    $ echo c >a
    tail: 'a' has appeared;  following new file

    ==> a <==
    c
    $ echo d >>b

    ==> b <==
    d
    $ echo e >>a

    ==> a <==
    e
    [49] exec tail --follow=descriptor --retry f
    tail: warning: --retry only effective for the initial open
    tail: cannot open 'f' for reading: No such file or directory
    $ mkdir f
    tail: 'f' has been replaced with an untailable file; giving up on this name
    tail: no files remaining
    ? 1
    [49] echo 1 >f; exec tail --max-unchanged-stats=1 -F f
    1
    $ rm f
    tail: 'f' has become inaccessible: No such file or directory
    $ mkdir f
    tail: 'f' has been replaced with an untailable file
    [49] echo g >g; exec tail -s.02 -F g f
    ==> g <==
    g
    tail: cannot open 'f' for reading: No such file or directory
    $ mkdir f
    tail: 'f' has been replaced with an untailable file
    $ rmdir f; echo g >>g

    ==> g <==
    g
    $ echo 1 >f
    tail: 'f' has appeared;  following new file

    ==> f <==
    1
    [50] ln -s t f; exec tail -s.02 -F f
    tail: cannot open 'f' for reading: No such file or directory
    $ echo 1 >t
    tail: 'f' has appeared;  following new file
    1
    $ echo 2 >>t
    2
    $ echo 3 >u; ln -s u v; mv -T v f
    tail: 'f' has been replaced;  following new file
    3
    $ echo 4 >>u
    4
    [50] echo 1 >t; ln -s t f; exec tail -s.02 --max-unchanged-stats=1 -F f
    1
    $ echo 2 >>t
    2
    $ echo 3 >u; ln -s u v; mv -T v f
    tail: 'f' has been replaced;  following new file
    3
    $ echo 4 >>f
    4
    [51] echo 1 >f; echo 2 >t; ln -s t l; exec tail -s.02 --max-unchanged-stats=1 -F f
    1
    $ mv -T l f
    tail: 'f' has been replaced with an untailable symbolic link
    [51] echo 1 >f; echo g >g; echo 2 >t; ln -s t l; exec tail -s.02 --max-unchanged-stats=1 --follow=name f g
    ==> f <==
    1

    ==> g <==
    g
    $ mv -T l f
    tail: 'f' has been replaced with an untailable symbolic link
    $ echo more >>g
    more
    [52] mkdir d; echo 1 >d/f; exec tail -s.02 --max-unchanged-stats=1 -F d/f
    1
    $ rm d/f
    tail: 'd/f' has become inaccessible: No such file or directory
    $ rmdir d
    tail: directory containing watched file was removed
    tail: inotify cannot be used, reverting to polling
    $ mkdir d; echo 2 >d/f
    tail: 'd/f' has appeared;  following new file
    2
    $ echo 3 >>d/f
    3
    [54] echo 1 >f; exec tail -s.02 --max-unchanged-stats=1 --follow=name f
    1
    $ rm f
    tail: f: No such file or directory
    tail: no files remaining
    ? 1
    [54] echo 1 >f; exec tail -s.02 --max-unchanged-stats=1 --follow=name f
    1
    $ mv f g
    tail: f: No such file or directory
    [54] echo 1 >f; echo 1 >g; exec tail -s.02 --max-unchanged-stats=1 --follow=name f g
    ==> f <==
    1

    ==> g <==
    1
    $ rm f
    tail: f: No such file or directory
    $ echo 2 >>g
    2
    $ rm g
    tail: g: No such file or directory
    tail: no files remaining
    ? 1
    [54] echo 1 >f; exec tail -s.02 --max-unchanged-stats=1 --follow=name f
    1
    $ echo 2 >g; mv g f
    tail: 'f' has been replaced;  following new file
    2
    $ echo 3 >>f
    3
    [55] echo a >a; exec tail -F a b
    ==> a <==
    a
    tail: cannot open 'b' for reading: No such file or directory
    $ echo 1 >b
    tail: 'b' has appeared;  following new file
    1
    $ echo 2 >>a

    ==> a <==
    2
    $ echo 3 >>b

    ==> b <==
    3
    [46] exec tail -F nodir/sub/f
    tail: cannot open 'nodir/sub/f' for reading: No such file or directory
    $ mkdir -p nodir/sub; echo 1 >nodir/sub/f
    tail: 'nodir/sub/f' has appeared;  following new file
    1
    """#
}
