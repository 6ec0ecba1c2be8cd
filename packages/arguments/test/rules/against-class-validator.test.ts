import type { VisitRules } from '@haft/core/reflected';
import * as cv from 'class-validator';
import { validatorMessages } from '../support/validator-messages.js';

/*
 * class-validator itself is the reference: for any decorators and any value, the rules in a call
 * break if and only if those of `validate()` break, with the same texts.
 */

const DATES: readonly unknown[] = [new Date('2020-01-01'), new Date('2030-01-01'), new Date(Number.NaN)];
const VALUES: readonly unknown[] = [
  ...[undefined, null, true, false, 0, 1, -1, 2.5, 7, 1e21, Number.NaN, Infinity],
  ...['', ' ', 'a', 'abc', 'ABC1', 'a.b', '5', '-1.50', 'true', '😀', '漢字', 'ｱ', '\u0000', 'x'.repeat(40)],
  ...['ada@example.com', 'ada@localhost', 'http://example.com/a?b=c', 'ftp://example.com', '192.168.0.1', '::1'],
  ...[
    '2026-01-31',
    '2026-02-30',
    '2026-01-31T09:00:00Z',
    '23:59',
    '#fff',
    'deadbeef',
    '{"a":1}',
    'YWJj',
    'CH9300762011623852957',
  ],
  ...[
    '9c858901-8a57-4791-81fe-4c455b099bc9',
    '507f1f77bcf86cd799439011',
    '+41 44 668 18 00',
    '4111 1111 1111 1111',
    '1.2.3',
  ],
  ...[[], [1], [1, 1], ['a'], ['a', 'b', 'a'], [''], [null], [{ a: 1 }, { a: 1 }], {}, { a: 1 }],
  ...DATES,
];

type Decorate = readonly [string, ...unknown[]];
const RULES: readonly Decorate[] = [
  ...([
    'IsDefined',
    'IsNotEmpty',
    'IsEmpty',
    'IsBoolean',
    'IsDate',
    'IsString',
    'IsNumber',
    'IsInt',
    'IsArray',
  ] as const),
  ...([
    'IsObject',
    'IsPositive',
    'IsNegative',
    'IsBooleanString',
    'IsDateString',
    'IsNumberString',
    'IsAlpha',
  ] as const),
  ...([
    'IsAlphanumeric',
    'IsDecimal',
    'IsAscii',
    'IsBase64',
    'IsCreditCard',
    'IsEmail',
    'IsFQDN',
    'IsFullWidth',
  ] as const),
  ...(['IsHalfWidth', 'IsVariableWidth', 'IsHexColor', 'IsHexadecimal', 'IsMACAddress', 'IsIP', 'IsISO8601'] as const),
  ...([
    'IsJSON',
    'IsJWT',
    'IsLowercase',
    'IsUppercase',
    'IsMongoId',
    'IsMultibyte',
    'IsSurrogatePair',
    'IsUrl',
  ] as const),
  ...(['IsUUID', 'IsMilitaryTime', 'IsSemVer', 'IsIBAN', 'IsPhoneNumber', 'ArrayNotEmpty', 'ArrayUnique'] as const),
].map((name): Decorate => [name]);
const WITH_ARGUMENTS: readonly Decorate[] = [
  ['Equals', 5],
  ['NotEquals', 'a'],
  ['IsIn', ['a', 5, null]],
  ['IsNotIn', ['a', 5, null]],
  ['IsEnum', { A: 'a', B: 'b' }],
  ['IsNumber', { maxDecimalPlaces: 1, allowNaN: true }],
  ['IsDivisibleBy', 2],
  ['Min', 1],
  ['Max', 1],
  ['MinDate', new Date('2025-01-01')],
  ['MaxDate', new Date('2025-01-01')],
  ['Contains', 'a'],
  ['NotContains', 'a'],
  ['Length', 2, 3],
  ['MinLength', 2],
  ['MaxLength', 2],
  ['IsByteLength', 2, 4],
  ['Matches', /^a+$/i],
  ['IsEmail', { require_tld: false }],
  ['IsUUID', '4'],
  ['IsHash', 'md5'],
  ['IsInstance', Date],
  ['ArrayContains', ['a']],
  ['ArrayNotContains', ['a']],
  ['ArrayMinSize', 2],
  ['ArrayMaxSize', 1],
];
const OPTIONS: readonly (cv.ValidationOptions | undefined)[] = [
  undefined,
  { each: true },
  { message: '$property of $target: $value, $constraint1' },
];

const decorators = cv as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;

/** The arguments of decorators whose options would take the place of the validation options. */
const PLACES: Readonly<Record<string, number>> = {
  ...{ IsNumber: 1, IsNumberString: 1, IsDateString: 1, IsAlpha: 1, IsAlphanumeric: 1, IsDecimal: 1, IsBase64: 1 },
  ...{ IsCreditCard: 0, IsEmail: 1, IsFQDN: 1, IsMACAddress: 1, IsIP: 1, IsISO8601: 1, IsUrl: 1, IsUUID: 1, IsIBAN: 1 },
  ...{ IsPhoneNumber: 1, ArrayUnique: 1, Length: 2, IsByteLength: 2 },
};

function dtoOf([name, ...args]: Decorate, options: cv.ValidationOptions | undefined): new () => object {
  class Dto {}
  const missing = Math.max(0, (PLACES[name] ?? 0) - args.length);
  const given = [...args, ...Array<undefined>(missing).fill(undefined), ...(options === undefined ? [] : [options])];
  decorators[name]?.(...given)(Dto.prototype, 'value');
  return Dto;
}

const CASES = [...RULES, ...WITH_ARGUMENTS].flatMap((rule) =>
  OPTIONS.map(
    (options, index) =>
      [`${rule[0]}(${rule.slice(1).map(String).join(', ')}), options ${index}`, rule, options] as const,
  ),
);

test.each(CASES)('%s breaks where validate() says so, with its text [VAL-3]', async (_title, rule, options) => {
  const dto = dtoOf(rule, options);
  const visit = (args: object, visitor: VisitRules) => {
    visitor(args, dto, ['value'], []);
  };
  for (const value of VALUES) {
    const instance = Object.assign(new dto(), { value });
    const [error] = await cv.validate(instance, { forbidUnknownValues: false });
    const ours = await validatorMessages(visit as never, instance);
    const said = Object.fromEntries(ours.map(({ rule: name, message }) => [name, message]));
    expect({ value, said }).toEqual({ value, said: error?.constraints ?? {} });
  }
});
