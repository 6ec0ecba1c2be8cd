import fc from 'fast-check';
import { validates, type JsonSchemaObject } from '@haft/schema';
import { applyRules } from '../../../src/constraints/class-validator/apply-rules.js';
import { RuleReader } from '../../../src/constraints/class-validator/read-property-rules.js';
import { RULE_GROUPS } from '../../../src/constraints/class-validator/rule-table.js';
import {
  accepts,
  classOf,
  decoded,
  isJson,
  sourceOf,
  VALUE_GROUPS,
  type ValueGroup,
} from '../../support/class-validator-suite.js';
import { DECORATOR_SAMPLES } from '../../support/decorator-samples.js';
import { publicSuite } from '../../../../../scripts/suites/public-suite.js';
import { virtualProgram } from '../../support/virtual-program.js';

/*
 * Random values: recorded ones with changed characters, texts of every script, numbers, arrays. A
 * covered rule decides as class-validator does. The schema of an uncovered rule allows all values
 * that class-validator accepts.
 */

const rule = (decorator: string, ...args: unknown[]): ValueGroup => ({
  suite: 'generated',
  decorators: [{ decorator, args }],
  accept: [],
  reject: [],
  portable: true,
});

/** More arguments of decorators. */
const MORE: readonly ValueGroup[] = [
  ...[rule('Length', 2), rule('Length', 0, 4), rule('MinLength', 3), rule('MaxLength', 3), rule('Contains', 'a.b')],
  ...[
    rule('NotContains', '$'),
    rule('Contains', ''),
    rule('IsUUID', '4'),
    rule('IsUUID', 7),
    rule('IsUUID', ['1', '4']),
  ],
  ...[rule('IsUUID', 'nil'), rule('IsUUID', 'max'), rule('IsUUID', 'loose'), rule('IsIP', 4), rule('IsIP', '6')],
  ...[rule('IsNumberString', { no_symbols: true }), rule('IsNumberString', {}), rule('IsAlpha', 'de-DE')],
  ...[
    rule('Min', -1.5),
    rule('Max', 1e21),
    rule('IsDivisibleBy', 3),
    rule('IsDivisibleBy', 2.5),
    rule('IsDivisibleBy', -2),
  ],
  ...[
    rule('Equals', 5),
    rule('Equals', null),
    rule('NotEquals', true),
    rule('IsIn', [1, 'a', null, false]),
    rule('IsIn', []),
  ],
  ...[rule('IsNotIn', [1, 'a', null]), rule('ArrayContains', [1, 'a']), rule('ArrayNotContains', [1, 'a'])],
  ...[rule('ArrayMinSize', 1), rule('ArrayUnique'), rule('IsNumber', { maxDecimalPlaces: 0 }), rule('IsNumber', {})],
  ...[rule('IsEmail', { require_tld: false }), rule('IsEmail', { allow_display_name: true }), rule('IsPort')],
  ...[rule('IsEmail', { allow_underscores: true }), rule('IsISIN'), rule('IsISO31661Numeric'), rule('IsISO6391')],
  ...[rule('IsMobilePhone', 'de-CH'), rule('IsByteLength', 1, 4), rule('IsBase64', { urlSafe: true })],
  ...['^a+$', '^[^/]+$', '^\\w+\\.txt$', '\\S+', '^.*x$', '[\\d-]{2}'].map((text) => rule('Matches', text)),
];

const recorded = publicSuite<{ readonly groups: readonly ValueGroup[] }>(VALUE_GROUPS)?.groups ?? [];
const groups = [...recorded.filter((group) => group.portable), ...DECORATOR_SAMPLES, ...MORE];
const source = groups.map(({ decorators }, index) => {
  const written = decorators.map(({ decorator, args }) => `@cv.${decorator}(${args.map(sourceOf).join(', ')})`);
  return `export class Dto${index} { ${written.join(' ')} someProperty: unknown; }`;
});
const program = virtualProgram({ 'main.ts': `import * as cv from 'class-validator';\n${source.join('\n')}` });
const reader = new RuleReader(program.checker);

/** Where the table says that the two differ. */
function isKnownDifference(names: readonly string[], value: unknown): boolean {
  const isText = typeof value === 'string';
  if (names.some((name) => ['MinLength', 'MaxLength', 'Length'].includes(name)))
    return isText && /[\ufe0e\ufe0f]/.test(value);
  if (names.includes('IsEmail')) return isText && (value.length > 254 || /[\u0000-\u001f]/.test(value));
  // Integers that JSON cannot carry exactly are refused by the call.
  return names.some((name) => ['IsInt', 'IsDivisibleBy', 'IsNumber'].includes(name)) && isUnsafe(value);
}

function isUnsafe(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

const SNIPPETS = [
  'a',
  'A',
  'x',
  '1',
  '0',
  '-',
  '.',
  '_',
  '@',
  '=',
  ' ',
  '\n',
  '/',
  '#',
  '$',
  '😀',
  'ü',
  'ß',
  'ſ',
  'K',
  '\ud83d',
  '\u0000',
];

/** A text with one to three characters put in, taken out or replaced. */
function changed(text: string): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(text.length), fc.nat(1), fc.constantFrom('', ...SNIPPETS));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce((before, [at, removed, added]) => before.slice(0, at) + added + before.slice(at + removed), text),
    );
}

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...SNIPPETS), maxLength: 8 }),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, false, '', 'a.b', 'a', 5, 9007199254740991, 1e21, '192.168.0.1', 'a@b', 'ü@x.example'),
  fc.uuid(),
  fc.emailAddress(),
  fc.ipV4(),
);
const anyOfThem = [scalar, fc.array(scalar, { maxLength: 3 }), fc.constantFrom({}, { a: 1 }, [1, 1], ['a', 1])];

function valuesFor({ accept, reject }: ValueGroup): fc.Arbitrary<unknown> {
  const recorded = [...accept, ...reject.map((one) => one.value)].filter(isJson).map(decoded);
  const texts = recorded.filter((one) => typeof one === 'string');
  return fc.oneof(...anyOfThem, ...texts.map(changed));
}

const title = ({ decorators }: ValueGroup) =>
  decorators.map(({ decorator, args }) => `${decorator}(${args.map(sourceOf).join(', ')})`).join(' ');

test.each(groups.map((group, index) => [title(group), group, index] as const))(
  '%s [NEW-16]',
  async (_title, group, index) => {
    const rules = reader.readPropertyRules(program.type(`Dto${index}`), 'someProperty');
    const { schema, impossible } = applyRules({}, rules);
    const whole: JsonSchemaObject = { type: 'object', properties: { someProperty: schema } };
    const names = group.decorators.map((one) => one.decorator);
    const dto = classOf(group.decorators);
    await fc.assert(
      fc.asyncProperty(valuesFor(group), async (value) => {
        if (isKnownDifference(names, value)) return true;
        const theirs = await accepts(dto, value).catch(() => false);
        // A schema without valid values is reported when it is built.
        const ours = !impossible && validates(whole, { someProperty: value });
        return ours === theirs || (!rules.covered && !theirs);
      }),
      { numRuns: 150 },
    );
  },
);

test('every row that is covered was tried [NEW-16]', () => {
  const tried = new Set(groups.flatMap(({ decorators }) => decorators.map((one) => one.decorator)));
  const untried = Object.values(RULE_GROUPS)
    .flat()
    .filter((entry) => entry.covered !== 'no' && entry.registers === undefined && !tried.has(entry.decorator));
  expect(untried.map((entry) => entry.decorator)).toEqual([]);
});
