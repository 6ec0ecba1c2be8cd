import { CHARACTER_KINDS, TEXT_KINDS, uuidKind, type TextKind } from '@haft/schema/internal';
import type { PlannedRule } from './property-plan.js';
import { dateText, ruleMessage } from './rule-message.js';
import type { RuleArguments } from './validator-metadata.js';
import { verdictOf } from './verdict-of.js';

/**
 * Returns the expectation of a class-validator rule as a noun phrase: `a port number as text like
 * "8080"`. For a list with `each`, the phrase is about one item.
 *
 * @returns undefined if the author of the DTO wrote a message, or if there is no phrase
 */
export function rulePhrase(planned: PlannedRule, args: RuleArguments): string | undefined {
  const { rule } = planned;
  if (!isUnworded(planned)) return undefined;
  const phrase = knownPhrase(planned, [planned]) ?? fromMessage(ruleMessage(planned, args), args);
  const isOfSome = rule.each === true && !Array.isArray(args.value);
  return phrase === undefined || !isOfSome ? phrase : `values that are each ${phrase}`;
}

/**
 * Returns the phrase of a rule that describes whole values and not only a bound of them: `an email
 * address like "ada@example.com"`. With `each`, the phrase is about one item.
 *
 * @param all - all rules of the property
 */
export function wholeValuePhrase(planned: PlannedRule, all: readonly PlannedRule[]): string | undefined {
  const { name } = planned.constraint;
  const isWhole = TEXT_KINDS.has(name) || OTHER_WHOLE_VALUES.has(name);
  return isWhole && isUnworded(planned) ? knownPhrase(planned, all) : undefined;
}

/** Returns whether a rule is one of class-validator without a message of the author. */
function isUnworded({ rule, constraint }: PlannedRule): boolean {
  return (rule.message ?? '') === '' && isOwnRule(constraint.name);
}

/** Returns a phrase with an example, unless options or other rules of the property reject it. */
function knownPhrase({ rule, constraint }: PlannedRule, all: readonly PlannedRule[]): string | undefined {
  const constraints = rule.constraints ?? [];
  const phrase = PHRASES.get(constraint.name)?.(constraints);
  if (phrase !== undefined) return phrase;
  const kind = kindOf(constraint.name, constraints);
  if (kind?.example === undefined) return kind?.phrase;
  const about = { targetName: '', property: '', object: {}, value: kind.example };
  const others = all.filter((one) => one.rule.each === rule.each && isOwnRule(one.constraint.name));
  const isValid = others.every((one) => verdictOf(one, about) === true);
  return isValid ? `${kind.phrase} like ${JSON.stringify(kind.example)}` : kind.phrase;
}

function kindOf(name: string, [version]: readonly unknown[]): TextKind | undefined {
  if (name === 'isIp' && String(version) === '6') return { phrase: 'an IPv6 address', example: '2001:db8::1' };
  if (name !== 'isUuid') return TEXT_KINDS.get(name) ?? CHARACTER_KINDS.get(name);
  return uuidKind(version === undefined || version === 'all' || version === 'loose' ? [] : [version].flat().map(text));
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

/** The rules whose phrases describe whole values. */
const OTHER_WHOLE_VALUES: ReadonlySet<string> = new Set(['isUuid', 'isStrongPassword']);

/** The phrases that say more than class-validator. */
const PHRASES: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...Object.entries({
    isDate: 'a date',
    isEmpty: 'an empty value',
    isIdentityCard: 'an identity card number',
    isPassportNumber: 'a passport number',
    isDefined: 'a value',
    isNotEmpty: 'a value that is not empty',
    arrayNotEmpty: 'an array of at least 1 item',
    arrayUnique: 'items that are all different',
    isNotEmptyObject: 'an object that is not empty',
  }).map(([name, text]): [string, Phrase] => [name, () => text]),
  ['equals', ([value]) => JSON.stringify(value)],
  ['isByteLength', ([least, most]) => bytes(least, most)],
  ['isAlpha', ([locale]) => ofLocale('letters', locale)],
  ['isAlphanumeric', ([locale]) => ofLocale('letters and digits', locale)],
  [
    'isLength',
    ([least, most]) => {
      if (most === undefined) return longer(least);
      const range = least === most ? `exactly ${text(least)}` : `${text(least)} to ${text(most)}`;
      return `a string of ${range} ${most === 1 ? 'character' : 'characters'}`;
    },
  ],
  ['minLength', ([least]) => longer(least)],
  ['maxLength', ([most]) => `a string of at most ${count(most, 'character')}`],
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
  ['arrayMinSize', ([least]) => `an array of at least ${count(least, 'item')}`],
  ['arrayMaxSize', ([most]) => `an array of at most ${count(most, 'item')}`],
  ['isStrongPassword', ([options]) => passwordPhrase(options)],
]);

function text(constraint: unknown): string {
  return String(constraint);
}

function longer(least: unknown): string {
  return `a string of at least ${count(least, 'character')}`;
}

function count(constraint: unknown, noun: string): string {
  return `${text(constraint)} ${noun}${constraint === 1 ? '' : 's'}`;
}

function numberPhrase(options: unknown): string | undefined {
  const most = typeof options === 'object' && options !== null && 'maxDecimalPlaces' in options;
  if (!most || typeof options.maxDecimalPlaces !== 'number') return undefined;
  const { maxDecimalPlaces: places } = options;
  return `a number with at most ${places} decimal ${places === 1 ? 'place' : 'places'}`;
}

function bytes(least: unknown, most: unknown): string {
  if (most === undefined) return `text of at least ${count(least, 'byte')}`;
  return `text of ${least === most ? 'exactly ' : `${text(least)} to `}${count(most, 'byte')}`;
}

function ofLocale(characters: string, locale: unknown): string | undefined {
  return locale === undefined || locale === 'en-US'
    ? undefined
    : `text of only ${characters} of the locale ${text(locale)}`;
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
