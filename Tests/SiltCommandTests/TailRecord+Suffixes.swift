extension TailRecord {
  /// Calls that end by themselves, items 10 to 11.
  static let suffixes = #"""
    [10] tail -n 1b f | cksum
    1458715628 51
    [10] tail -c 1b many | cksum
    2699719130 512
    [10] tail -c 1kB many | cksum
    3819714923 1000
    [10] tail -c 1K many | cksum
    3186533894 1024
    [10] tail -c 1k many | cksum
    3186533894 1024
    [10] tail -c 1KiB many | cksum
    3186533894 1024
    [10] tail -c 1KD many | cksum
    3819714923 1000
    [10] tail -c 1MB many | cksum
    3957459851 168894
    [10] tail -c 1m many | cksum
    3957459851 168894
    [10] tail -n 1K many | cksum
    1359034010 6144
    [10] tail -c 0K f
    [10] tail -n ' 2' f
    19
    20
    [10] tail -n 0002 f
    19
    20
    [10] tail -c ' +3' f
    20
    [10] tail -n -+3 f
    18
    19
    20
    [10] tail -n K f
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
    [10] tail -n k many | cksum
    1359034010 6144
    [10] tail -c b many | cksum
    2699719130 512
    [10] tail -c +1K many | cksum
    3915106730 167871
    [10] tail -n 1Y f
    ! tail: invalid number of lines: '1Y': Value too large for defined data type
    ? 1
    [10] tail -n 0Y f
    [10] tail -n 1E f
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
    [10] tail -n '\x092' f
    19
    20
    [10] tail -n 1GiB f
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
    [10] tail -n 1TB f
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
    [10] tail -n 15E f
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
    [11] tail -n x f
    ! tail: invalid number of lines: 'x'
    ? 1
    [11] tail -c x f
    ! tail: invalid number of bytes: 'x'
    ? 1
    [11] tail -n '' f
    ! tail: invalid number of lines: ''
    ? 1
    [11] tail -n --5 f
    ! tail: invalid number of lines: '-5'
    ? 1
    [11] tail -n +x f
    ! tail: invalid number of lines: '+x'
    ? 1
    [11] tail -n -x f
    ! tail: invalid number of lines: 'x'
    ? 1
    [11] tail -n 1x f
    ! tail: invalid number of lines: '1x'
    ? 1
    [11] tail -n 1kb f
    ! tail: invalid number of lines: '1kb'
    ? 1
    [11] tail -n 1Ki f
    ! tail: invalid number of lines: '1Ki'
    ? 1
    [11] tail -n 1bB f
    ! tail: invalid number of lines: '1bB'
    ? 1
    [11] tail -n 1B f
    ! tail: invalid number of lines: '1B'
    ? 1
    [11] tail -n 1c f
    ! tail: invalid number of lines: '1c'
    ? 1
    [11] tail -n 1w f
    ! tail: invalid number of lines: '1w'
    ? 1
    [11] tail -n 1g f
    ! tail: invalid number of lines: '1g'
    ? 1
    [11] tail -n 1t f
    ! tail: invalid number of lines: '1t'
    ? 1
    [11] tail -n 1R f
    ! tail: invalid number of lines: '1R'
    ? 1
    [11] tail -n '2 ' f
    ! tail: invalid number of lines: '2 '
    ? 1
    [11] tail -n '+ 2' f
    ! tail: invalid number of lines: '+ 2'
    ? 1
    [11] tail -n ++2 f
    ! tail: invalid number of lines: '++2'
    ? 1
    [11] tail -n - f
    ! tail: invalid number of lines: ''
    ? 1
    [11] tail -n + f
    ! tail: invalid number of lines: '+'
    ? 1
    [11] tail -n -- f
    ! tail: invalid number of lines: '-'
    ? 1
    [11] tail -n 0x5 f
    ! tail: invalid number of lines: '0x5'
    ? 1
    [11] tail -n 18446744073709551615 f
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
    [11] tail -n 18446744073709551616 f
    ! tail: invalid number of lines: '18446744073709551616': Value too large for defined data type
    ? 1
    [11] tail -c 18446744073709551616 f
    ! tail: invalid number of bytes: '18446744073709551616': Value too large for defined data type
    ? 1
    [11] tail -c +18446744073709551615 f
    [11] tail -n 99999999999999999999x f
    ! tail: invalid number of lines: '99999999999999999999x'
    ? 1
    [11] tail -n 16E f
    ! tail: invalid number of lines: '16E': Value too large for defined data type
    ? 1
    [11] tail -c 1Z f
    ! tail: invalid number of bytes: '1Z': Value too large for defined data type
    ? 1
    [11] tail -n "it's" f
    ! tail: invalid number of lines: 'it\\'s'
    ? 1
    [11] tail -n 'a\nb' f
    ! tail: invalid number of lines: 'a\\nb'
    ? 1
    [11] tail -n "$(printf '\\200')" f
    ! tail: invalid number of lines: '\\200'
    ? 1
    [11] tail -n 'a\\b' f
    ! tail: invalid number of lines: 'a\\\\b'
    ? 1
    [11] tail -n 'a"b' f
    ! tail: invalid number of lines: 'a"b'
    ? 1
    [11] tail -n ' K' f
    ! tail: invalid number of lines: ' K'
    ? 1
    [11] tail -n +K f
    ! tail: invalid number of lines: '+K'
    ? 1
    [11] tail -n -K f
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
    [11] tail -n ' ' f
    ! tail: invalid number of lines: ' '
    ? 1
    """#
}
