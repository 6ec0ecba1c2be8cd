import type { JsonSchemaObject } from '@haft/schema';
import { constantText, isConstantObject, type Constant } from '../../../program/constant.js';
import { patternOf } from '../../patterns/pattern-of.js';
import { atLeast, exactly, type RuleEntry, type RuleReading } from '../rule-entry.js';

const LENGTHS_DIFFER =
  'Both count code points. class-validator counts a character with a variation selector (U+FE0E, U+FE0F) as one, the schema as two.';

/**
 * Rules about strings: those with arguments, then those with one expression, then those that only
 * code can decide.
 */
export const stringRules: readonly RuleEntry[] = [
  {
    decorator: 'MinLength',
    optionsAt: 1,
    read: ([least]) => lengthRule(least, undefined),
    says: '`minLength`',
    covered: 'yes',
    note: LENGTHS_DIFFER,
  },
  {
    decorator: 'MaxLength',
    optionsAt: 1,
    read: ([most]) => lengthRule(undefined, most),
    says: '`maxLength`',
    covered: 'yes',
    note: LENGTHS_DIFFER,
  },
  {
    decorator: 'Length',
    optionsAt: 2,
    read: ([least, most]) => lengthRule(least, most),
    says: '`minLength`, `maxLength`',
    covered: 'yes',
    note: LENGTHS_DIFFER,
  },
  {
    decorator: 'Matches',
    optionsAt: 2,
    optionsMayComeEarly: true,
    read: ([pattern, modifiers]) => matchRule(pattern, modifiers),
    says: '`pattern`',
    covered: 'if the flag `u` does not change the expression',
    note: 'Not with the flags `i`, `m`, `s`, `y`. Without `u`, `.` and negated sets match halves of emoji, so the rule is covered only if that makes no difference.',
  },
  {
    decorator: 'Contains',
    optionsAt: 1,
    read: ([seed]) => seedRule(seed, (pattern) => ({ type: 'string', pattern })),
    says: '`pattern`',
    covered: 'yes',
  },
  {
    decorator: 'NotContains',
    optionsAt: 1,
    read: ([seed]) => seedRule(seed, (pattern) => ({ type: 'string', not: { pattern } })),
    says: '`not: { pattern }`',
    covered: 'yes',
  },
  {
    decorator: 'IsByteLength',
    optionsAt: 2,
    // Every character has at least one byte.
    read: ([, most]) => atLeast({ type: 'string', ...(isCount(most) && { maxLength: most }) }),
    says: '`maxLength`',
    covered: 'no',
    note: 'JSON Schema counts characters.',
  },
  {
    decorator: 'IsUUID',
    optionsAt: 1,
    read: ([version]) => uuidRule(version),
    says: '`format: uuid`, `pattern` for the version',
    covered: 'yes',
  },
  {
    decorator: 'IsHash',
    optionsAt: 1,
    read: ([algorithm]) => hashRule(algorithm),
    says: '`pattern`',
    covered: 'yes',
  },
  {
    decorator: 'IsAlpha',
    optionsAt: 1,
    read: ([locale]) => (isEnglish(locale) ? matches('^[A-Za-z]+$') : atLeast({ type: 'string' })),
    says: '`pattern`',
    covered: 'for en-US, the default',
  },
  {
    decorator: 'IsAlphanumeric',
    optionsAt: 1,
    read: ([locale]) => (isEnglish(locale) ? matches('^[0-9A-Za-z]+$') : atLeast({ type: 'string' })),
    says: '`pattern`',
    covered: 'for en-US, the default',
  },
  {
    decorator: 'IsNumberString',
    optionsAt: 1,
    read: ([options]) => numberStringRule(options),
    says: '`pattern`',
    covered: 'without a locale',
  },
  {
    decorator: 'IsIP',
    optionsAt: 1,
    read: ([version]) =>
      constantText(version) === '4' ? exactly({ type: 'string', format: 'ipv4' }) : atLeast({ type: 'string' }),
    says: '`format: ipv4` for version 4',
    covered: 'for version 4',
    note: 'IsIP accepts IPv6 addresses with a zone. `format: ipv6` does not.',
  },
  {
    decorator: 'IsBooleanString',
    optionsAt: 0,
    read: () => exactly({ enum: ['true', 'false', '1', '0'] }),
    says: '`enum`',
    covered: 'yes',
  },
  {
    decorator: 'IsVariableWidth',
    optionsAt: 0,
    read: () => exactly({ type: 'string', allOf: [{ pattern: FULL_WIDTH }, { pattern: HALF_WIDTH }] }),
    says: '`pattern`, twice',
    covered: 'yes',
  },
  {
    decorator: 'IsEmail',
    optionsAt: 1,
    read: ([options]) => atLeast(isPlainEmail(options) ? { type: 'string', format: 'idn-email' } : { type: 'string' }),
    says: '`format: idn-email`',
    covered: 'no',
    note: 'IsEmail requires a top-level domain and has more limits. The format accepts all its addresses, except those over 254 characters or with control characters in quotes. Options that widen the rule (`allow_display_name`, `allow_underscores`, `allow_ip_domain`) leave the format out. Strict forms of providers have no format for addresses such as `info@müller.de`, so they tell it in the description. The JSDoc tag `@format email` allows ASCII addresses only, and strict forms keep it.',
  },
  ...[
    pattern('IsAscii', '^[\\x00-\\x7F]+$'),
    pattern('IsBase58', '^[A-HJ-NP-Za-km-z1-9]*$'),
    pattern('IsEthereumAddress', '^0[xX][0-9A-Fa-f]{40}$'),
    pattern('IsFirebasePushId', '^[a-zA-Z0-9_-]{20}$'),
    pattern('IsFullWidth', '[^\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]'),
    pattern('IsHalfWidth', '[\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]'),
    pattern('IsHexColor', '^#?(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
    pattern('IsHexadecimal', '^(?:0[xXhH])?[0-9A-Fa-f]+$'),
    pattern('IsISRC', '^[A-Z]{2}[0-9A-Z]{3}\\d{7}$'),
    pattern('IsJWT', '^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$'),
    pattern('IsMilitaryTime', '^(?:[01]\\d|2[0-3]):?[0-5]\\d$'),
    pattern('IsMongoId', '^(?:[0-9A-Fa-f]{24}|0[xXhH][0-9A-Fa-f]{22})$'),
    pattern('IsMultibyte', '[^\\x00-\\x7F]'),
    pattern('IsOctal', '^(?:0[oO])?[0-7]+$'),
    pattern(
      'IsRFC3339',
      '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[ tT](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[-+](?:[01]\\d|2[0-3]):[0-5]\\d)$',
    ),
    pattern(
      'IsSemVer',
      '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$',
    ),
    pattern('IsSurrogatePair', '[\\u{10000}-\\u{10FFFF}]'),
  ],
  ...[
    text('IsBase64', 1, {
      says: '`pattern` without options',
      note: 'Options change the alphabet and the padding.',
      read: ([options]) =>
        options === undefined
          ? matches('^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$')
          : atLeast({ type: 'string' }),
    }),
    text('IsBase32', 0, {
      says: '`pattern`',
      note: 'The length must be a multiple of 8.',
      read: () => nearly('^[A-Z2-7]+=*$'),
    }),
    text('IsBIC', 0, {
      says: '`pattern`',
      note: 'The country must exist.',
      read: () => nearly('^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$'),
    }),
    text('IsISO6391', 0, {
      says: '`pattern`',
      note: 'The language must exist.',
      read: () => nearly('^[a-z]{2}$'),
    }),
    text('IsPort', 0, { says: '`pattern`', note: 'At most 65535.', read: () => nearly('^[-+]?\\d{1,5}$') }),
    dateText('IsDateString'),
    dateText('IsISO8601'),
    text('IsUrl', 1, {
      says: '`examples`',
      note: 'IsUrl accepts addresses without a scheme and with letters beyond ASCII. `format: uri` does not.',
      read: () => atLeast({ type: 'string', examples: ['https://example.com/page'] }),
    }),
    text('IsFQDN', 1, {
      note: 'IsFQDN accepts letters beyond ASCII and requires a top-level domain. `format: hostname` does neither.',
    }),
    text('IsLowercase', 0, { note: 'The Unicode tables decide.' }),
    text('IsUppercase', 0, { note: 'The Unicode tables decide.' }),
    ...['IsBtcAddress', 'IsDataURI', 'IsEAN', 'IsHSL', 'IsISIN', 'IsISO31661Alpha2', 'IsISO31661Alpha3'].map((name) =>
      text(name, 0),
    ),
    ...['IsISO31661Numeric', 'IsISO4217CurrencyCode', 'IsJSON', 'IsLatLong', 'IsLocale', 'IsMagnetURI'].map((name) =>
      text(name, 0),
    ),
    ...['IsCreditCard', 'IsMimeType', 'IsTimeZone'].map((name) => text(name, 0)),
    ...['IsCurrency', 'IsDecimal', 'IsISBN', 'IsISSN', 'IsIdentityCard', 'IsIBAN'].map((name) => text(name, 1)),
    ...['IsPassportNumber', 'IsPhoneNumber', 'IsPostalCode', 'IsRgbColor', 'IsStrongPassword', 'IsTaxId'].map((name) =>
      text(name, 1),
    ),
    { ...text('IsMACAddress', 1), optionsMayComeEarly: true as const },
    text('IsMobilePhone', 2),
  ],
  degrees('IsLatitude', 90),
  degrees('IsLongitude', 180),
];

const FULL_WIDTH = '[^\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]';
const HALF_WIDTH = '[\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]';

/**
 * Returns a rule that is one regular expression in class-validator too. Its letters are written in
 * both cases instead of `i`.
 */
function pattern(decorator: string, expression: string): RuleEntry {
  return { decorator, optionsAt: 0, read: () => matches(expression), says: '`pattern`', covered: 'yes' };
}

/** The partial schema of a rule that code decides, and the reason why it is partial. */
interface TextRule {
  readonly says: string;
  readonly note: string;
  readonly read: (args: readonly Constant[]) => RuleReading;
}

/** Returns a rule that code decides. The schema is `string`, or the result of `read`. */
function text(
  decorator: string,
  optionsAt: number,
  {
    says = '`type: string`',
    note = 'Code decides: tables, check digits or several expressions.',
    read = () => atLeast({ type: 'string' }),
  }: Partial<TextRule> = {},
): RuleEntry {
  return { decorator, optionsAt, read, says, covered: read([]).exact ? 'without options' : 'no', note };
}

function dateText(decorator: string): RuleEntry {
  const note = `${decorator} accepts week and ordinal dates, dates alone and times without a zone. No format does. A property of type \`Date\` needs no such rule.`;
  return text(decorator, 1, {
    says: '`examples`',
    note,
    read: () => atLeast({ type: 'string', examples: ['2026-01-31T09:00:00Z'] }),
  });
}

/** Returns a rule for degrees as a number or a string. */
function degrees(decorator: string, most: number): RuleEntry {
  return {
    decorator,
    optionsAt: 0,
    read: () => atLeast({ type: ['number', 'string'], minimum: -most, maximum: most }),
    says: '`minimum`, `maximum` for numbers',
    covered: 'no',
    note: 'The rule reads the printed number, so it rejects 1e-7.',
  };
}

function matches(expression: string): RuleReading {
  return exactly({ type: 'string', pattern: expression });
}

function nearly(expression: string): RuleReading {
  return atLeast({ type: 'string', pattern: expression });
}

function lengthRule(least: Constant, most: Constant): RuleReading | undefined {
  if (![least, most].every((bound) => bound === undefined || isCount(bound))) return undefined;
  return exactly({
    type: 'string',
    ...(least !== undefined && { minLength: least as number }),
    ...(most !== undefined && { maxLength: most as number }),
  });
}

function matchRule(expression: Constant, modifiers: Constant): RuleReading {
  const compiled = compile(expression, modifiers);
  const result = compiled === undefined ? undefined : patternOf(compiled);
  if (compiled === undefined || result === undefined) return atLeast({ type: 'string' });
  const reading = 'pattern' in result ? matches(result.pattern) : atLeast({ type: 'string' });
  return { ...reading, expression: compiled };
}

function compile(expression: Constant, modifiers: Constant): RegExp | undefined {
  if (expression instanceof RegExp) return expression;
  if (typeof expression !== 'string' || !(modifiers === undefined || typeof modifiers === 'string')) return undefined;
  try {
    return new RegExp(expression, modifiers);
  } catch {
    return undefined;
  }
}

function seedRule(seed: Constant, keywords: (expression: string) => JsonSchemaObject): RuleReading | undefined {
  // validator.js treats an empty text in a special way. Half an emoji would match half of another
  // one.
  if (typeof seed !== 'string' || seed === '' || /[\ud800-\udfff]/.test(seed)) return undefined;
  return exactly(keywords(seed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')));
}

/** `format: uuid` checks the shape, so the expression checks only the digits of the version. */
const UUID_PATTERNS: ReadonlyMap<string, string> = new Map([
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((digit): [string, string] => [String(digit), `^.{14}${digit}.{4}[89abAB]`]),
  ['nil', '^[0-]+$'],
  ['max', '^[fF-]+$'],
  ['all', '^(?:.{14}[1-8].{4}[89abAB]|[0-]+$|[fF-]+$)'],
]);

function uuidRule(version: Constant): RuleReading | undefined {
  const versions = Array.isArray(version) ? (version as readonly Constant[]) : [version ?? 'all'];
  if (versions.some((one) => constantText(one) === 'loose')) return exactly({ type: 'string', format: 'uuid' });
  const patterns = versions.map((one) => UUID_PATTERNS.get(constantText(one)));
  const [only, ...others] = patterns;
  if (only === undefined || others.includes(undefined)) return undefined;
  const joined = others.length === 0 ? only : patterns.map((one) => `(?:${one as string})`).join('|');
  return exactly({ type: 'string', format: 'uuid', pattern: joined });
}

const HASH_LENGTHS: Readonly<Record<string, number>> = {
  ...{ md5: 32, md4: 32, sha1: 40, sha256: 64, sha384: 96, sha512: 128, ripemd128: 32, ripemd160: 40 },
  ...{ tiger128: 32, tiger160: 40, tiger192: 48, crc32: 8, crc32b: 8 },
};

function hashRule(algorithm: Constant): RuleReading | undefined {
  const known = typeof algorithm === 'string' && Object.hasOwn(HASH_LENGTHS, algorithm);
  return known ? matches(`^[a-fA-F0-9]{${HASH_LENGTHS[algorithm] as number}}$`) : undefined;
}

function numberStringRule(options: Constant): RuleReading {
  if (options === undefined) return matches('^[+-]?(?:[0-9]*\\.)?[0-9]+$');
  if (!isConstantObject(options)) return atLeast({ type: 'string' });
  if (options['no_symbols'] === true) return matches('^[0-9]+$');
  return options['locale'] === undefined ? matches('^[+-]?(?:[0-9]*\\.)?[0-9]+$') : atLeast({ type: 'string' });
}

/** Options that only reject addresses, never add any. */
const NARROWING_EMAIL_OPTIONS: ReadonlySet<string> = new Set([
  ...['require_tld', 'host_whitelist', 'host_blacklist', 'blacklisted_chars'],
  ...['domain_specific_validation', 'allow_utf8_local_part'],
]);

function isPlainEmail(options: Constant): boolean {
  if (options === undefined) return true;
  return isConstantObject(options) && Object.keys(options).every((name) => NARROWING_EMAIL_OPTIONS.has(name));
}

function isEnglish(locale: Constant): boolean {
  return locale === undefined || locale === 'en-US';
}

function isCount(value: Constant): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
