extension TailRecord {
  /// Calls that end by themselves, items 24 to 28.
  static let errors = #"""
    [24] tail none
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [24] tail f/x
    ! tail: cannot open 'f/x' for reading: Not a directory
    ? 1
    [24] tail loop
    ! tail: cannot open 'loop' for reading: Too many levels of symbolic links
    ? 1
    [24] tail dangling
    ! tail: cannot open 'dangling' for reading: No such file or directory
    ? 1
    [24] tail ''
    ! tail: cannot open '' for reading: No such file or directory
    ? 1
    [24] mkdir -p l; tail l/no l/no/no
    ! tail: cannot open 'l/no' for reading: No such file or directory
    ! tail: cannot open 'l/no/no' for reading: No such file or directory
    ? 1
    [24] tail fifo/x
    ! tail: cannot open 'fifo/x' for reading: Not a directory
    ? 1
    [25] tail d
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail d f
    ==> d <==

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
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail -v d
    ==> d <==
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail -c 3 d
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail -n +2 d
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail -c +2 d
    ! tail: error reading 'd': Is a directory
    ? 1
    [25] tail <d
    ! tail: error reading 'standard input': Is a directory
    ? 1
    [25] tail d d
    ==> d <==

    ==> d <==
    ! tail: error reading 'd': Is a directory
    ! tail: error reading 'd': Is a directory
    ? 1
    [26] tail "n'o"
    ! tail: cannot open "n'o" for reading: No such file or directory
    ? 1
    [26] tail 'n\no'
    ! tail: cannot open 'n'$'\\n''o' for reading: No such file or directory
    ? 1
    [26] tail "$(printf 'no\\200')"
    ! tail: cannot open 'no'$'\\200' for reading: No such file or directory
    ? 1
    [26] tail 'a b'
    ! tail: cannot open 'a b' for reading: No such file or directory
    ? 1
    [26] tail "a'b\\"c"
    ! tail: cannot open 'a'\\''b"c' for reading: No such file or directory
    ? 1
    [26] tail "'\\$x"
    ! tail: cannot open ''\\''$x' for reading: No such file or directory
    ? 1
    [26] tail '\\'
    ! tail: cannot open '\\' for reading: No such file or directory
    ? 1
    [26] tail "'\\\\"
    ! tail: cannot open ''\\''\\' for reading: No such file or directory
    ? 1
    [26] tail '#a' 'a#' '~a' '{' '}' '{a}' 'a:b'
    ! tail: cannot open '#a' for reading: No such file or directory
    ! tail: cannot open 'a#' for reading: No such file or directory
    ! tail: cannot open '~a' for reading: No such file or directory
    ! tail: cannot open '{' for reading: No such file or directory
    ! tail: cannot open '}' for reading: No such file or directory
    ! tail: cannot open '{a}' for reading: No such file or directory
    ! tail: cannot open 'a:b' for reading: No such file or directory
    ? 1
    [26] tail "'#" "#'" "'{" "'{}" "'~" "'?" "'*" "'!" "'=" "'@"
    ! tail: cannot open ''\\''#' for reading: No such file or directory
    ! tail: cannot open "#'" for reading: No such file or directory
    ! tail: cannot open ''\\''{' for reading: No such file or directory
    ! tail: cannot open ''\\''{}' for reading: No such file or directory
    ! tail: cannot open ''\\''~' for reading: No such file or directory
    ! tail: cannot open ''\\''?' for reading: No such file or directory
    ! tail: cannot open ''\\''*' for reading: No such file or directory
    ! tail: cannot open ''\\''!' for reading: No such file or directory
    ! tail: cannot open ''\\''=' for reading: No such file or directory
    ! tail: cannot open "'@" for reading: No such file or directory
    ? 1
    [26] tail "$(printf '\\001')" "$(printf 'a\\033b\\177')" "$(printf "a\\001'b")"
    ! tail: cannot open ''$'\\001' for reading: No such file or directory
    ! tail: cannot open 'a'$'\\033''b'$'\\177' for reading: No such file or directory
    ! tail: cannot open 'a'$'\\001'\\''b' for reading: No such file or directory
    ? 1
    [26] tail "$(printf 'a\\tb\\rc\\v\\f\\a\\b')"
    ! tail: cannot open 'a'$'\\t''b'$'\\r''c'$'\\v\\f\\a\\b' for reading: No such file or directory
    ? 1
    [26] tail -f 'a b' 2>&1
    tail: cannot open 'a b' for reading: No such file or directory
    tail: no files remaining
    ? 1
    [27] tail f >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [27] tail -n 9999 many >/dev/full
    ! tail: error writing 'standard output': No space left on device
    ? 1
    [27] tail f >&-
    ! tail: write error: Bad file descriptor
    ? 1
    [27] tail -n 9999 many >&-
    ! tail: error writing 'standard output': Bad file descriptor
    ? 1
    [27] tail empty >/dev/full
    [27] tail empty >&-
    [27] tail none >/dev/full
    ! tail: cannot open 'none' for reading: No such file or directory
    ? 1
    [27] tail f none >/dev/full
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: write error
    ? 1
    [27] tail f none >&-
    ! tail: cannot open 'none' for reading: No such file or directory
    ! tail: write error: Bad file descriptor
    ? 1
    [27] tail -c 4096 many >/dev/full
    ! tail: error writing 'standard output': No space left on device
    ? 1
    [27] tail -c 4095 many >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [27] tail -c 4097 many >/dev/full
    ! tail: error writing 'standard output': No space left on device
    ? 1
    [27] tail --retry f >/dev/null 2>/dev/full
    ? 1
    [27] tail --retry f 2>&-
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
    ? 1
    [27] cat f | tail >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [27] cat many | tail -n +1 >/dev/full
    ! tail: error writing 'standard output': No space left on device
    ? 1
    [27] tail -n 0 f >/dev/full
    [27] tail -v f >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [27] tail -q f g >/dev/full
    ! tail: write error: No space left on device
    ? 1
    [28] (tail -n +1 many; echo $? >&2) | head -n 1
    1
    ! 141
    [28] trap '' PIPE; (tail -n +1 many; echo $? >&2) | head -n 1
    1
    ! tail: error writing 'standard output': Broken pipe
    ! 1
    """#
}
