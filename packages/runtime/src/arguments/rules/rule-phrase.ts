import type { PlannedRule } from './property-plan.js';
import { dateText, ruleMessage } from './rule-message.js';
import type { RuleArguments } from './validator-metadata.js';

/**
 * Returns the expectation of a class-validator rule as a noun phrase: `a port number as text like
 * "8080"`. For a list with `each`, the phrase is about one item.
 *
 * @returns undefined if the author of the DTO wrote a message, or if there is no phrase
 */
export function rulePhrase(planned: PlannedRule, args: RuleArguments): string | undefined {
  const { rule, constraint } = planned;
  if ((rule.message ?? '') !== '' || !isOwnRule(constraint.name)) return undefined;
  const phrase =
    PHRASES.get(constraint.name)?.(args.constraints ?? []) ?? fromMessage(ruleMessage(planned, args), args);
  const isOfSome = rule.each === true && !Array.isArray(args.value);
  return phrase === undefined || !isOfSome ? phrase : `values that are each ${phrase}`;
}

/**
 * Returns the phrase of a rule that describes whole values and not only a bound of them: `an email
 * address like "ada@example.com"`. With `each`, the phrase is about one item.
 */
export function wholeValuePhrase({ rule, constraint }: PlannedRule): string | undefined {
  if ((rule.message ?? '') !== '' || !isOwnRule(constraint.name)) return undefined;
  return WHOLE_VALUES.has(constraint.name) ? PHRASES.get(constraint.name)?.(rule.constraints ?? []) : undefined;
}

/** The names of the rules of class-validator that begin with `is`, without this prefix. */
const OWN_RULES = new Set(
  (
    'Defined LatLong Latitude Longitude Empty NotEmpty In NotIn DivisibleBy Positive Negative Alpha Alphanumeric Decimal Ascii Base64 ' +
    'ByteLength CreditCard Currency Email Fqdn FullWidth HalfWidth VariableWidth HexColor Hexadecimal MacAddress Ip Port Isbn Isin ' +
    'Iso8601 Json Jwt Lowercase MobilePhone ISO31661Alpha2 ISO31661Alpha3 ISO31661Numeric MongoId Multibyte SurrogatePair Url Uuid ' +
    'Uppercase Length PhoneNumber MilitaryTime Hash ISSN DateString BooleanString NumberString Base32 BIC BtcAddress DataURI EAN ' +
    'EthereumAddress HSL IBAN IdentityCard ISRC Locale MagnetURI MimeType Octal PassportNumber PostalCode RFC3339 RgbColor SemVer ' +
    'StrongPassword TimeZone Base58 TaxId ISO4217CurrencyCode ISO6391 Boolean Date Number Enum Int String Array Object ' +
    'NotEmptyObject Instance FirebasePushId'
  ).split(' '),
);
const OTHER_OWN_RULES = new Set(
  (
    'equals notEquals max min minDate maxDate contains notContains maxLength minLength matches arrayContains arrayNotContains ' +
    'arrayNotEmpty arrayMinSize arrayMaxSize arrayUnique'
  ).split(' '),
);

function isOwnRule(name: string): boolean {
  return OTHER_OWN_RULES.has(name) || (/^is/i.test(name) && OWN_RULES.has(name.slice(2)));
}

type Phrase = (constraints: readonly unknown[]) => string | undefined;

const WHOLE_VALUE_PHRASES: Readonly<Record<string, string>> = {
  isEmail: 'an email address like "ada@example.com"',
  isUrl: 'a URL like "https://example.com/"',
  isFqdn: 'a domain name like "example.com"',
  isPort: 'a port number as text like "8080"',
  isIp: 'an IP address like "192.0.2.1"',
  isMacAddress: 'a MAC address like "01:23:45:67:89:ab"',
  isPhoneNumber: 'a phone number like "+41446681800"',
  isMilitaryTime: 'a time like "09:30"',
  isIso8601: 'an ISO 8601 date like "2026-01-31T09:00:00Z"',
  isDateString: 'an ISO 8601 date like "2026-01-31T09:00:00Z"',
  isRFC3339: 'an RFC 3339 date like "2026-01-31T09:00:00Z"',
  isTimeZone: 'a time zone like "Europe/Zurich"',
  isLocale: 'a locale like "en-US"',
  isSemVer: 'a version like "1.2.3"',
  isHexColor: 'a hexadecimal color like "#1a2b3c"',
  isLatitude: 'a latitude from -90 to 90',
  isLongitude: 'a longitude from -180 to 180',
  isLatLong: 'a latitude and longitude like "47.37,8.54"',
  isISO31661Alpha2: 'a country code of two letters like "CH"',
  isISO31661Alpha3: 'a country code of three letters like "CHE"',
  isISO4217CurrencyCode: 'a currency code like "EUR"',
  isISO6391: 'a language code like "de"',
  isMimeType: 'a MIME type like "text/plain"',
  isBooleanString: '"true" or "false" as text',
  isNumberString: 'a number as text like "42"',
  isDecimal: 'a decimal number as text like "1.5"',
  isJson: 'JSON as text',
  isIBAN: 'an IBAN like "CH9300762011623852957"',
  isCreditCard: 'a credit card number',
  isMongoId: 'a MongoDB id of 24 hexadecimal digits',
};

/** The rules whose phrases describe whole values. */
const WHOLE_VALUES: ReadonlySet<string> = new Set([...Object.keys(WHOLE_VALUE_PHRASES), 'isUuid', 'isStrongPassword']);

/** The phrases that say more than class-validator. Examples are valid for the default options. */
const PHRASES: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...Object.entries(WHOLE_VALUE_PHRASES).map(([name, text]): [string, Phrase] => [name, () => text]),
  ...Object.entries({
    isDefined: 'a value',
    isNotEmpty: 'a value that is not empty',
    arrayNotEmpty: 'an array of at least 1 item',
    arrayUnique: 'items that are all different',
    isNotEmptyObject: 'an object that is not empty',
  }).map(([name, text]): [string, Phrase] => [name, () => text]),
  ['isUuid', ([version]) => uuidPhrase(version)],
  [
    'isLength',
    ([least, most]) => (most === undefined ? longer(least) : `a string of ${text(least)} to ${text(most)} characters`),
  ],
  ['minLength', ([least]) => longer(least)],
  ['maxLength', ([most]) => `a string of at most ${text(most)} characters`],
  ['matches', ([pattern]) => `a string that matches ${text(pattern)}`],
  ['min', ([least]) => `a number of at least ${text(least)}`],
  ['isNumber', ([options]) => numberPhrase(options)],
  ['max', ([most]) => `a number of at most ${text(most)}`],
  ['minDate', ([least]) => `a date that is not before ${dateText(least)}`],
  ['maxDate', ([most]) => `a date that is not after ${dateText(most)}`],
  ['isDivisibleBy', ([divisor]) => `a multiple of ${text(divisor)}`],
  ['contains', ([part]) => `a string that contains ${JSON.stringify(part)}`],
  ['notContains', ([part]) => `a string without ${JSON.stringify(part)}`],
  ['isIn', ([values]) => oneOf('', values)],
  ['isNotIn', ([values]) => oneOf('a value other than ', values)],
  ['arrayMinSize', ([least]) => `an array of at least ${text(least)} items`],
  ['arrayMaxSize', ([most]) => `an array of at most ${text(most)} items`],
  ['isStrongPassword', ([options]) => passwordPhrase(options)],
]);

function text(constraint: unknown): string {
  return String(constraint);
}

function longer(least: unknown): string {
  return `a string of at least ${text(least)} characters`;
}

function numberPhrase(options: unknown): string | undefined {
  const most = typeof options === 'object' && options !== null && 'maxDecimalPlaces' in options;
  if (!most || typeof options.maxDecimalPlaces !== 'number') return undefined;
  const { maxDecimalPlaces: places } = options;
  return `a number with at most ${places} decimal ${places === 1 ? 'place' : 'places'}`;
}

function uuidPhrase(version: unknown): string {
  return version === undefined || version === 'all' ? 'a UUID' : `a UUID of version ${text(version)}`;
}

function oneOf(start: string, values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0 || values.length > 20) return undefined;
  return `${start}one of ${values.map((one) => JSON.stringify(one)).join(', ')}`;
}

/** The defaults are those of validator.js. */
function passwordPhrase(options: unknown): string {
  const given = typeof options === 'object' ? options : undefined;
  const counts: Record<string, unknown> = {
    minLength: 8,
    minLowercase: 1,
    minUppercase: 1,
    minNumbers: 1,
    minSymbols: 1,
    ...given,
  };
  const kinds = [
    ['minLowercase', 'lower-case'],
    ['minUppercase', 'upper-case'],
    ['minNumbers', 'digit'],
    ['minSymbols', 'symbol'],
  ] as const;
  const needed = kinds
    .filter(([name]) => Number(counts[name]) > 0)
    .map(([name, noun]) => `${text(counts[name])} ${noun}`);
  const characters = `a password of at least ${text(counts['minLength'])} characters`;
  return needed.length === 0 ? characters : `${characters}, among them at least ${needed.join(', ')}`;
}

/** Turns a message of class-validator into a noun phrase: `x must be a hash` -> `a hash`. */
function fromMessage(message: string, { property }: RuleArguments): string | undefined {
  const told = message.replace(/^each value in /, '');
  if (!told.startsWith(`${property} `)) return undefined;
  const rest = told.slice(property.length + 1);
  for (const [start, phrase] of STARTS) if (rest.startsWith(start)) return phrase + rest.slice(start.length);
  return undefined;
}

const STARTS = [
  ['must be ', ''],
  ['must not be ', 'a value that is not '],
  ['should not be ', 'a value that is not '],
  ['must contain ', 'a value that contains '],
  ['should not contain ', 'a value that does not contain '],
  ['must match ', 'a value that matches '],
] as const;
