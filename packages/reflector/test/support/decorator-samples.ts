import type { ValueGroup } from './class-validator-suite.js';

/** A decorator with values near its border. class-validator itself gives the verdict. */
function sample(decorator: string, values: readonly unknown[], ...args: readonly unknown[]): ValueGroup {
  return { suite: 'samples', decorators: [{ decorator, args }], accept: values, reject: [], portable: true };
}

/**
 * Values of our own for decorators that take no arguments, or that need a text of a certain form.
 */
export const DECORATOR_SAMPLES: readonly ValueGroup[] = [
  sample('IsNotEmpty', ['', 'a', 0, null]),
  sample('IsEmpty', ['', 'a', 0, null]),
  sample('IsEnum', ['red', 'blue', 'RED'], { RED: 'red', BLUE: 'blue' }),
  sample('IsBoolean', [true, false, 'true', 1]),
  sample('IsString', ['', 'a', 5]),
  sample('IsInt', [0, -3, 2.5, '5']),
  sample('IsArray', [[], [1], {}, 'a']),
  sample('IsObject', [{}, { a: 1 }, [], null]),
  sample('IsDate', ['2026-01-31T00:00:00Z', 5]),
  sample('IsPositive', [1, 0, -1, '1']),
  sample('IsNegative', [1, 0, -1, '-1']),
  sample('IsHash', ['900150983cd24fb0d6963f7d28e17f72', '900150983CD24FB0D6963F7D28E17F7', 'g'.repeat(32)], 'md5'),
  sample('IsHash', ['a'.repeat(64), 'A1'.repeat(32), 'a'.repeat(63)], 'sha256'),
  sample('IsAlphanumeric', ['abc123', 'abc-123', '']),
  sample('IsBooleanString', ['true', 'false', '1', '0', 'yes', 'TRUE']),
  sample('IsVariableWidth', ['abcｱ', 'abc', 'ｱ漢']),
  sample('IsAscii', ['abc', 'äbc', '\t', '']),
  sample('IsBase58', ['BukQL3ZvU', '0OIl', '']),
  sample('IsEthereumAddress', [`0x${'a1'.repeat(20)}`, `0x${'a1'.repeat(19)}`, 'a1'.repeat(20)]),
  sample('IsFirebasePushId', ['-M-Jh_1KAH5rYJF_7-kY', '-M-Jh_1KAH5rYJF', '']),
  sample('IsFullWidth', ['ｱ漢字', 'abc', 'aｱ漢']),
  sample('IsHalfWidth', ['abc', 'ｱ', '漢字']),
  sample('IsHexColor', ['#fff', 'ff0034', '#ff12FG', '#12345678', '#ff']),
  sample('IsHexadecimal', ['deadBEEF', '0x1f', '0h1f', 'g', '']),
  sample('IsISRC', ['USAT29900609', 'USAT2990060', 'usat29900609']),
  sample('IsJWT', ['aa.bb.cc', 'aa.bb', 'a a.b.c', 'YQ.YQ.YQ']),
  sample('IsMilitaryTime', ['12:59', '23:59', '24:00', '1:05']),
  sample('IsMongoId', ['507f1f77bcf86cd799439011', '507f1f77bcf86cd79943901', 'z'.repeat(24)]),
  sample('IsMultibyte', ['漢字', 'abc', 'aé']),
  sample('IsOctal', ['0755', '0o17', '8', '']),
  sample('IsRFC3339', ['2026-01-31T09:00:00Z', '2026-01-31 09:00:00+01:00', '2026-13-31T09:00:00Z', '2026-01-31']),
  sample('IsSemVer', ['1.2.3', '1.2.3-rc.1+build', '1.2', '01.2.3']),
  sample('IsSurrogatePair', ['😀', 'abc', 'a😀']),
  sample('ArrayMaxSize', [[], [1, 2], [1, 2, 3]], 2),
  sample('ArrayNotEmpty', [[], [1], 'a']),
];
