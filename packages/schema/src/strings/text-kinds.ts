/** A kind of texts that a regular expression does not explain. */
export interface TextKind {
  /** A noun phrase with an article: `a semantic version`. */
  readonly phrase: string;
  /** A text of this kind. Absent if the phrase says all. */
  readonly example?: string;
}

/**
 * The kinds that rules of class-validator describe, by the name of the rule. Examples are valid for
 * the default options.
 */
const KINDS = {
  isBIC: { phrase: 'a BIC', example: 'UBSWCHZH80A' },
  isBase32: { phrase: 'base32 text', example: 'NBQWM5A=' },
  isBase58: { phrase: 'base58 text', example: '3xB1TS' },
  isBase64: { phrase: 'base64 text', example: 'aGFmdA==' },
  isBooleanString: { phrase: '"true" or "false" as text' },
  isBtcAddress: { phrase: 'a Bitcoin address', example: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
  isCreditCard: { phrase: 'a credit card number' },
  isCurrency: { phrase: 'an amount of money', example: '1.50' },
  isDataURI: { phrase: 'a data URI', example: 'data:text/plain;base64,aGFmdA==' },
  isDateString: { phrase: 'an ISO 8601 date', example: '2026-01-31T09:00:00Z' },
  isDecimal: { phrase: 'a decimal number as text', example: '1.5' },
  isEAN: { phrase: 'an EAN', example: '4006381333931' },
  isEmail: { phrase: 'an email address', example: 'ada@example.com' },
  isEthereumAddress: { phrase: 'an Ethereum address', example: '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae' },
  IsFirebasePushId: { phrase: 'a Firebase push ID', example: '-JhLeOlGIEjaIOFHR0xd' },
  isFqdn: { phrase: 'a domain name', example: 'example.com' },
  isHSL: { phrase: 'an HSL color', example: 'hsl(0, 100%, 50%)' },
  isHexColor: { phrase: 'a hex color', example: '#ff0000' },
  isHexadecimal: { phrase: 'a hexadecimal number', example: '1a2b' },
  isIBAN: { phrase: 'an IBAN', example: 'CH9300762011623852957' },
  isIp: { phrase: 'an IP address', example: '192.0.2.1' },
  isISO31661Alpha2: { phrase: 'a country code of two letters', example: 'CH' },
  isISO31661Alpha3: { phrase: 'a country code of three letters', example: 'CHE' },
  isISO31661Numeric: { phrase: 'a country code of three digits', example: '756' },
  isISO4217CurrencyCode: { phrase: 'a currency code', example: 'EUR' },
  isISO6391: { phrase: 'a language code', example: 'de' },
  isISRC: { phrase: 'an ISRC', example: 'USRC17607839' },
  isISSN: { phrase: 'an ISSN', example: '0378-5955' },
  isIsbn: { phrase: 'an ISBN', example: '9783161484100' },
  isIsin: { phrase: 'an ISIN', example: 'CH0012221716' },
  isIso8601: { phrase: 'an ISO 8601 date', example: '2026-01-31T09:00:00Z' },
  isJson: { phrase: 'JSON as text' },
  isJwt: { phrase: 'a JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
  isLatLong: { phrase: 'a latitude and longitude', example: '47.37,8.54' },
  isLatitude: { phrase: 'a latitude from -90 to 90' },
  isLocale: { phrase: 'a locale', example: 'en-US' },
  isLongitude: { phrase: 'a longitude from -180 to 180' },
  isMacAddress: { phrase: 'a MAC address', example: '01:23:45:67:89:ab' },
  isMagnetURI: {
    phrase: 'a magnet URI',
    example: 'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567',
  },
  isMilitaryTime: { phrase: 'a 24-hour time', example: '13:45' },
  isMimeType: { phrase: 'a MIME type', example: 'text/plain' },
  isMobilePhone: { phrase: 'a mobile phone number', example: '+41791234567' },
  isMongoId: { phrase: 'a MongoDB ID', example: '507f1f77bcf86cd799439011' },
  isNumberString: { phrase: 'a number as text', example: '42' },
  isOctal: { phrase: 'an octal number', example: '0o17' },
  isPhoneNumber: { phrase: 'a phone number', example: '+41446681800' },
  isPort: { phrase: 'a port number as text', example: '8080' },
  isRFC3339: { phrase: 'an RFC 3339 date', example: '2026-01-31T09:00:00Z' },
  isRgbColor: { phrase: 'an RGB color', example: 'rgb(255,0,0)' },
  isSemVer: { phrase: 'a semantic version', example: '1.2.3' },
  isTimeZone: { phrase: 'a time zone', example: 'Europe/Zurich' },
  isUrl: { phrase: 'a URL', example: 'https://example.com/' },
} satisfies Record<string, TextKind>;

/** Those that describe only some characters of a text. */
const CHARACTERS = {
  isAlpha: { phrase: 'text of only letters from a to z', example: 'abc' },
  isAlphanumeric: { phrase: 'text of only letters from a to z and digits', example: 'abc123' },
  isAscii: { phrase: 'text of only ASCII characters', example: 'abc' },
  isFullWidth: { phrase: 'text with a full-width character', example: 'ａ' },
  isHalfWidth: { phrase: 'text with a half-width character', example: 'a' },
  isLowercase: { phrase: 'text without upper-case letters', example: 'abc' },
  isMultibyte: { phrase: 'text with a character outside of ASCII', example: 'é' },
  isSurrogatePair: { phrase: 'text with an emoji or another character beyond U+FFFF', example: '😀' },
  isUppercase: { phrase: 'text without lower-case letters', example: 'ABC' },
  isVariableWidth: { phrase: 'text with a full-width and a half-width character', example: 'ａa' },
} satisfies Record<string, TextKind>;

/** The kinds by the name of a rule. A `Map` does not inherit names such as `constructor`. */
export const TEXT_KINDS: ReadonlyMap<string, TextKind> = new Map(Object.entries(KINDS));

/** The kinds of texts with some characters, by the name of a rule. */
export const CHARACTER_KINDS: ReadonlyMap<string, TextKind> = new Map(Object.entries(CHARACTERS));

/** The expressions that the build writes for rules, with the kind of their texts. */
const PATTERNS: ReadonlyMap<string, TextKind> = new Map<string, TextKind>([
  ['^[A-Za-z]+$', CHARACTERS.isAlpha],
  ['^[0-9A-Za-z]+$', CHARACTERS.isAlphanumeric],
  ['^[\\x00-\\x7F]+$', CHARACTERS.isAscii],
  ['^[A-Za-z]{6}[A-Za-z0-9]{2}(?:[A-Za-z0-9]{3})?$', KINDS.isBIC],
  ['^[A-Z2-7]+=*$', KINDS.isBase32],
  ['^[A-HJ-NP-Za-km-z1-9]*$', KINDS.isBase58],
  ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', KINDS.isBase64],
  ['^0[xX][0-9A-Fa-f]{40}$', KINDS.isEthereumAddress],
  ['^[a-zA-Z0-9_-]{20}$', KINDS.IsFirebasePushId],
  ['[^\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]', CHARACTERS.isFullWidth],
  ['[\\u0020-\\u007E\\uFF61-\\uFF9F\\uFFA0-\\uFFDC\\uFFE8-\\uFFEE0-9a-zA-Z]', CHARACTERS.isHalfWidth],
  ['^#?(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$', KINDS.isHexColor],
  ['^(?:0[xXhH])?[0-9A-Fa-f]+$', KINDS.isHexadecimal],
  ['^[A-Z]{2}[0-9A-Z]{3}\\d{7}$', KINDS.isISRC],
  ['^[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]*$', KINDS.isJwt],
  ['^(?:[01]\\d|2[0-3]):?[0-5]\\d$', KINDS.isMilitaryTime],
  ['^(?:[0-9A-Fa-f]{24}|0[xXhH][0-9A-Fa-f]{22})$', KINDS.isMongoId],
  ['[^\\x00-\\x7F]', CHARACTERS.isMultibyte],
  ['^[+-]?(?:[0-9]*\\.)?[0-9]+$', KINDS.isNumberString],
  ['^(?:0|-?(?:0\\.\\d*[1-9]|[1-9]\\d*(?:\\.\\d*[1-9])?))$', { phrase: 'a number as text', example: '12' }],
  ['^[0-9]+$', { phrase: 'text of only digits', example: '42' }],
  ['^(?:0[oO])?[0-7]+$', KINDS.isOctal],
  ['^[-+]?\\d{1,5}$', KINDS.isPort],
  [
    '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[ tT](?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[-+](?:[01]\\d|2[0-3]):[0-5]\\d)$',
    KINDS.isRFC3339,
  ],
  [
    '^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$',
    KINDS.isSemVer,
  ],
  ['[\\u{10000}-\\u{10FFFF}]', CHARACTERS.isSurrogatePair],
  // Those of `bigint`, alone and in a template literal type.
  ['^-?\\d+$', { phrase: 'an integer as text', example: '42' }],
  ['^(?:0|-?[1-9]\\d*)$', { phrase: 'an integer as text', example: '42' }],
]);

/** Matches the expression for hashes. */
const HEXADECIMAL = /^\^\[a-fA-F0-9\]\{(\d+)\}\$$/;

/** Returns the kind of the texts that match an expression of the build. */
export function kindOfPattern(pattern: string): TextKind | undefined {
  const [, digits] = HEXADECIMAL.exec(pattern) ?? [];
  if (digits !== undefined) return { phrase: `text of ${digits} hexadecimal digits` };
  const versions = uuidVersions(pattern);
  return versions === undefined ? PATTERNS.get(pattern) : uuidKind(versions);
}

/** The expression for a UUID of any version, next to the format. */
const ANY_UUID = '^(?:.{14}[1-8].{4}[89abAB]|[0-]+$|[fF-]+$)';

/** Returns the versions that an expression for a UUID allows. An empty list stands for all. */
function uuidVersions(pattern: string): readonly string[] | undefined {
  if (pattern === ANY_UUID) return [];
  const named = pattern
    .replace(/\^\.\{14\}([1-8])\.\{4\}\[89abAB\]/g, '$1')
    .replace('^[0-]+$', 'nil')
    .replace('^[fF-]+$', 'max');
  if (named === pattern || !/^(?:\w+|\(\?:\w+\)(?:\|\(\?:\w+\))+)$/.test(named)) return undefined;
  return named.match(/\w+/g) ?? [];
}

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** Returns the kind of UUIDs of some versions, or of all for an empty list. */
export function uuidKind(versions: readonly string[]): TextKind {
  const [first] = versions;
  if (first === undefined) return { phrase: 'a UUID', example: UUID };
  return { phrase: `a UUID of version ${versions.join(' or ')}`, example: uuidOf(first) };
}

function uuidOf(version: string): string {
  if (version === 'nil' || version === 'max') return UUID.replace(/[^-]/g, version === 'nil' ? '0' : 'f');
  return `${UUID.slice(0, 14)}${version}${UUID.slice(15)}`;
}
