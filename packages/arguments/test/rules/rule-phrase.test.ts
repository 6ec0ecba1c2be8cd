import { describe, expect, it } from '@jest/globals';
import type { VisitRules } from '@haft/core/reflected';
import { CHARACTER_KINDS, TEXT_KINDS } from '@haft/schema/internal';
import * as cv from 'class-validator';
import { ruleExpectations, withExpectation } from '../../src/rules/rule-expectations.js';
import { ruleIssues } from '../../src/rules/rule-issues.js';

const decorators = cv as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;

/** Returns the decorator whose rule has a name: `IsUrl` for `isUrl`. */
function decoratorOf(rule: string): string {
  const found = Object.keys(decorators).find((name) => name.toLowerCase() === rule.toLowerCase() && /^I/.test(name));
  return found ?? rule;
}

function classWith(...rules: readonly PropertyDecorator[]): new () => { value: unknown } {
  class Dto {
    value: unknown;
  }
  for (const rule of rules) rule(Dto.prototype, 'value');
  return Dto;
}

/** Returns what the rules of a property say of a value. */
function expectedOf(value: unknown, ...rules: readonly PropertyDecorator[]): readonly string[] {
  const dto = classWith(...rules);
  const visit = (one: object, each: VisitRules): void => {
    each(one, dto, ['value'], []);
  };
  const issues = ruleIssues(visit, Object.assign(new dto(), { value }));
  return (issues as readonly { readonly expected: string }[]).map(({ expected }) => expected);
}

const accepts = (value: unknown, ...rules: readonly PropertyDecorator[]): boolean =>
  cv.validateSync(Object.assign(new (classWith(...rules))(), { value })).length === 0;

const kinds = [...TEXT_KINDS, ...CHARACTER_KINDS];

describe('the phrase of a rule', () => {
  it.each(kinds)('has an article and an example that class-validator accepts: %s', (rule, { phrase, example }) => {
    expect(phrase).toMatch(/^(an? \w|text |base\d+ text|JSON as text|"true" or)/);
    const decorator = decorators[decoratorOf(rule)];
    if (decorator === undefined) throw new Error(`There is no decorator for ${rule}.`);
    if (example !== undefined) expect(accepts(example, decorator())).toBe(true);
    const told = example === undefined ? phrase : `${phrase} like ${JSON.stringify(example)}`;
    expect(expectedOf({}, decorator())).toEqual([told]);
  });

  it.each<[string, PropertyDecorator, unknown, string]>([
    ['an IPv6 address', cv.IsIP('6'), 'x', 'an IPv6 address like "2001:db8::1"'],
    ['a UUID of a version', cv.IsUUID('7'), 'x', 'a UUID of version 7 like "3f2504e0-4f89-71d3-9a0c-0305e82c3301"'],
    ['a UUID of any version', cv.IsUUID(), 'x', 'a UUID like "3f2504e0-4f89-41d3-9a0c-0305e82c3301"'],
    ['an address of another version', cv.IsIP('4'), 'x', 'an IP address like "192.0.2.1"'],
    ['a UUID of all versions', cv.IsUUID('all'), 'x', 'a UUID like "3f2504e0-4f89-41d3-9a0c-0305e82c3301"'],
    ['a part that is forbidden', cv.NotContains('x'), 'axb', 'a string without "x"'],
    ['a list of the values', cv.IsIn(['a', 'b']), 'x', 'one of "a", "b"'],
    [
      'a password of some kinds',
      cv.IsStrongPassword({ minLength: 4, minLowercase: 0, minUppercase: 2, minNumbers: 0, minSymbols: 1 }),
      'x',
      'a password of at least 4 characters, among them at least 2 upper-case, 1 symbol',
    ],
    [
      'a password of a length',
      cv.IsStrongPassword({ minLength: 4, minLowercase: 0, minUppercase: 0, minNumbers: 0, minSymbols: 0 }),
      'x',
      'a password of at least 4 characters',
    ],
    [
      'a date that a function makes',
      cv.MaxDate(() => new Date(0)),
      new Date(5),
      'a date that is not after 1970-01-01T00:00:00Z',
    ],
    [
      'a date before a date',
      cv.MinDate(() => new Date(5)),
      new Date(0),
      'a date that is not before 1970-01-01T00:00:00.005Z',
    ],
    ['letters of another language', cv.IsAlpha('de-DE'), '5', 'text of only letters of the locale de-DE'],
    ['a length in bytes', cv.IsByteLength(2, 4), 'x', 'text of 2 to 4 bytes'],
    ['a value', cv.Equals('yes'), 'no', '"yes"'],
    ['no value', cv.IsEmpty(), 'x', 'an empty value'],
    ['a passport', cv.IsPassportNumber('DE'), 'x', 'a passport number'],
    ['an address of some hosts', cv.IsEmail({ host_whitelist: ['haft.dev'] }), 'x', 'an email address'],
    ['a number with other digits', cv.IsDecimal({ decimal_digits: '2' }), 'x', 'a decimal number as text'],
  ])('fits the options of the rule: %s', (_title, rule, value, expected) => {
    expect(expectedOf(value, rule)).toEqual([expected]);
  });
});

describe('the expectation of a rule for a text that breaks the schema', () => {
  const told = (rule: string, expected: string, ...rules: readonly PropertyDecorator[]): string => {
    const dto = classWith(...rules);
    const visit = (one: object, each: VisitRules): void => {
      each(one, dto, ['value'], []);
    };
    const issue = { path: ['value'], rule, expected, received: '"x"' };
    const invalid = [{ path: ['value'], isCount: false }];
    const known = ruleExpectations(visit, { args: new dto(), sent: { value: 'x' } }, { invalid });
    return withExpectation(issue, known).expected;
  };

  it('keeps the length that the schema allows', () => {
    expect(told('minLength', 'a string of at least 6 characters', cv.IsEmail())).toBe(
      'an email address like "ada@example.com" of at least 6 characters',
    );
    expect(told('pattern', 'a string of 3 to 20 characters that matches ^[+]', cv.IsPhoneNumber())).toBe(
      'a phone number like "+41446681800" of 3 to 20 characters',
    );
  });

  it('shows no example that another rule of the property rejects', () => {
    const long = 'a string of at least 40 characters';
    expect(told('minLength', long, cv.MinLength(40), cv.IsEmail())).toBe('an email address of at least 40 characters');
    expect(told('format', 'a string', cv.IsEmail(), cv.Contains('+'))).toBe('an email address');
  });
});
