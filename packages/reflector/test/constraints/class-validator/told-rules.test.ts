import * as classValidator from 'class-validator';
import { collectIssues, type JsonSchema } from '@haft/schema';
import { ruleEntry } from '../../../src/constraints/class-validator/rule-table.js';
import type { Constant } from '../../../src/program/constant.js';

/*
 * A tool whose rules the schema covers runs no class-validator, so the schema alone tells models
 * what a rule expects.
 */

const RULES: readonly (readonly [decorator: string, ...args: Constant[]])[] = [
  ...['IsAlpha', 'IsAlphanumeric', 'IsAscii', 'IsBIC', 'IsBase32', 'IsBase58', 'IsBase64', 'IsEthereumAddress'],
  ...['IsFirebasePushId', 'IsHexColor', 'IsHexadecimal', 'IsISRC', 'IsJWT', 'IsMilitaryTime', 'IsMongoId'],
  ...['IsMultibyte', 'IsNumberString', 'IsOctal', 'IsRFC3339', 'IsSemVer', 'IsSurrogatePair', 'IsUUID'],
  ...['IsFullWidth', 'IsHalfWidth'],
].map((name) => [name] as const);
const WITH_OPTIONS: typeof RULES = [
  ...['md5', 'sha256', 'crc32'].map((algorithm) => ['IsHash', algorithm] as const),
  ...['1', '4', '7', 'nil', 'max', 'all', 'loose'].map((version) => ['IsUUID', version] as const),
  ['IsNumberString', { no_symbols: true }],
];

const decorators = classValidator as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;

function accepts(decorator: string, args: readonly unknown[], value: string): boolean {
  class Dto {
    value = value;
  }
  decorators[decorator]?.(...args)(Dto.prototype, 'value');
  return classValidator.validateSync(new Dto()).length === 0;
}

function schemaOf(decorator: string, args: readonly Constant[]): JsonSchema {
  const schema = ruleEntry(decorator)?.read?.(args)?.keywords;
  if (schema === undefined) throw new Error(`@${decorator} has no schema.`);
  return schema;
}

test.each([...RULES, ...WITH_OPTIONS])(
  'the schema of @%s %s shows words and an example that the rule accepts, and no expression',
  (decorator, ...args) => {
    const schema = schemaOf(decorator, args);
    const phrases = ['ｷ\n', ''].flatMap((text) => collectIssues(schema, text).map(({ expected }) => expected));
    expect(phrases.length).toBeGreaterThan(0);
    for (const phrase of phrases) {
      expect(phrase).not.toMatch(/match|\\/);
      const [, example] = / like (".*")$/.exec(phrase) ?? [];
      if (decorator === 'IsHash') expect(phrase).toMatch(/^text of \d+ hexadecimal digits$/);
      else expect(accepts(decorator, args, JSON.parse(example ?? '""') as string)).toBe(true);
    }
  },
);

test('every expression that the table writes for a rule without options has words', () => {
  const names = Object.keys(decorators).filter((name) => {
    const schema = ruleEntry(name)?.read?.([])?.keywords;
    return schema?.pattern !== undefined;
  });
  const known = new Set(RULES.map(([name]) => name));
  // A rule that the schema covers in part runs at the call, and words its own expectation.
  expect(names.filter((name) => !known.has(name))).toEqual(['IsISO6391', 'IsPort']);
});
