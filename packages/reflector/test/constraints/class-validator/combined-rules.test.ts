import fc from 'fast-check';
import { validates, type JsonSchemaObject } from '@haft/schema';
import { applyRules } from '../../../src/constraints/class-validator/apply-rules.js';
import { RuleReader } from '../../../src/constraints/class-validator/read-property-rules.js';
import { accepts, classOf, sourceOf, type ValueGroup } from '../../support/class-validator-suite.js';
import { virtualProgram } from '../../support/virtual-program.js';

/*
 * Several rules on a property of a type: of the values that the type has, the schema of type and
 * rules takes exactly those that class-validator takes, and it is called impossible only when there
 * are none.
 */

type Decorators = ValueGroup['decorators'];
const use = (decorator: string, ...args: unknown[]): Decorators[number] => ({ decorator, args });
const each = { each: true };

const texts = [
  use('IsString'),
  use('MinLength', 2),
  use('MaxLength', 2),
  use('Length', 1, 3),
  use('Matches', '^[ab]*$', 'u'),
];
const wider = [
  use('IsNotEmpty'),
  use('IsIn', ['a', 'ab', 1, null]),
  use('NotEquals', 'ab'),
  use('IsDefined'),
  use('IsOptional'),
];
const numbers = [
  use('IsInt'),
  use('IsNumber'),
  use('Min', 2),
  use('Max', 5),
  use('IsPositive'),
  use('IsDivisibleBy', 2),
];
const lists = [
  use('ArrayMinSize', 1),
  use('ArrayMaxSize', 2),
  use('ArrayUnique'),
  use('ArrayContains', ['a']),
  use('IsArray'),
];
const items = [
  use('MinLength', 2, each),
  use('IsIn', ['a', 'ab'], each),
  use('IsNotEmpty', each),
  use('IsString', each),
];

interface Subject {
  readonly type: string;
  readonly schema: JsonSchemaObject;
  readonly values: readonly unknown[];
  readonly pool: Decorators;
}

const TEXTS = ['', 'a', 'ab', 'abc', 'xyz', '😀'];
const SUBJECTS: readonly Subject[] = [
  { type: 'string', schema: { type: 'string' }, values: TEXTS, pool: [...texts, ...wider] },
  {
    type: 'string | null',
    schema: { type: ['string', 'null'] },
    values: [...TEXTS, null],
    pool: [...texts, ...wider, use('IsEmpty')],
  },
  {
    type: `'a' | 'ab' | 'x'`,
    schema: { enum: ['a', 'ab', 'x'] },
    values: ['a', 'ab', 'x'],
    pool: [...texts, ...wider],
  },
  { type: 'number', schema: { type: 'number' }, values: [-1, 0, 1, 2, 2.5, 4, 6], pool: [...numbers, ...wider] },
  {
    type: 'number | string',
    schema: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    values: [0, 1, 2, 4, ...TEXTS],
    pool: [use('Min', 2), use('MinLength', 2), ...wider],
  },
  {
    type: 'string[]',
    schema: { type: 'array', items: { type: 'string' } },
    values: [[], ['a'], ['ab'], ['a', 'a'], ['a', 'ab'], ['', 'xyz', 'ab']],
    pool: [...lists, ...items, use('IsDefined'), use('IsOptional'), use('IsNotEmpty')],
  },
  {
    type: 'string[] | null',
    schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    values: [null, [], ['a'], ['ab'], ['a', 'ab', 'a']],
    pool: [...lists, ...items, use('IsDefined'), use('IsOptional')],
  },
];

const CASES = SUBJECTS.flatMap((subject, index) =>
  fc
    .sample(fc.uniqueArray(fc.constantFrom(...subject.pool), { minLength: 1, maxLength: 4 }), {
      seed: index,
      numRuns: 60,
    })
    .map((decorators) => ({ subject, decorators })),
);

const source = CASES.map(({ subject, decorators }, index) => {
  const written = decorators.map(({ decorator, args }) => `@cv.${decorator}(${args.map(sourceOf).join(', ')})`);
  return `export class Dto${index} { ${written.join(' ')} someProperty!: ${subject.type}; }`;
});
const program = virtualProgram({ 'main.ts': `import * as cv from 'class-validator';\n${source.join('\n')}` });
const reader = new RuleReader(program.checker);

test.each(CASES.map((one, index) => [source[index] ?? '', one, index] as const))('%s', async (_source, one, index) => {
  const { subject, decorators } = one;
  const rules = reader.readPropertyRules(program.type(`Dto${index}`), 'someProperty');
  const { schema, impossible } = applyRules(subject.schema, rules);
  expect(rules.covered).toBe(true);
  const dto = classOf(decorators);
  const taken: unknown[] = [];
  for (const value of subject.values) if (await accepts(dto, value)) taken.push(value);
  // An impossible combination is reported, and its schema stays that of the type.
  if (impossible) expect(taken).toEqual([]);
  else expect(subject.values.filter((value) => validates(schema, value))).toEqual(taken);
});
