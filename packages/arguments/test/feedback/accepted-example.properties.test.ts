import { describe, expect, it } from '@jest/globals';
import { Equals, IsIn, Length, Matches, Max, Min, registerDecorator, validateSync } from 'class-validator';
import fc from 'fast-check';
import type { VisitRules } from '@haft/core/reflected';
import { exampleOf, type Issue, type JsonSchemaObject } from '@haft/schema';
import { StrictModeError, TARGETS, toDialect, type DialectForm } from '@haft/schema/dialects';
import { arbitrarySchema } from '../../../schema/test/support/arbitrary-schema.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../../src/default-limits.js';
import { parseFromDialect } from '../../src/dialect/parse-from-dialect.js';
import type { ExampleChecks } from '../../src/feedback/accepted-example.js';
import { writeRetryPrompt } from '../../src/feedback/format-retry-prompt.js';
import { KnownTexts } from '../../src/feedback/known-texts.js';
import { parseArguments } from '../../src/parse-arguments.js';
import { argumentCheck } from '../support/argument-check.js';

const NAMES = ['first', 'second', 'third', 'fourth'];

const parameters = fc
  .tuple(fc.array(arbitrarySchema, { minLength: 1, maxLength: 4 }), fc.subarray(NAMES))
  .map(([schemas, needed]): JsonSchemaObject => {
    const properties = Object.fromEntries(schemas.map((schema, i) => [NAMES[i] ?? '', schema]));
    const required = needed.filter((name) => Object.hasOwn(properties, name));
    return { type: 'object', properties, required, additionalProperties: false };
  });

function custom(validate: () => boolean | Promise<boolean>): PropertyDecorator {
  return (target, propertyName) => {
    registerDecorator({
      name: 'custom',
      target: target.constructor,
      propertyName: String(propertyName),
      validator: { validate },
    });
  };
}

/** Rules of which a schema says nothing here. */
const RULES: readonly PropertyDecorator[] = [
  Equals(1),
  IsIn(['a', 'text', 0]),
  Length(3, 5),
  Matches(/^t/),
  Min(1),
  Max(-1),
  Min(3, { groups: ['admin'] }),
  custom(() => true),
  custom(() => Promise.resolve(true)),
  custom(() => Promise.reject(new Error('The rule failed.'))),
  custom(() => {
    throw new Error('The rule failed.');
  }),
];

const rules = fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...RULES)), { maxLength: 3 });
const issuesAbout = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 })
  .map((names) => names.map((name): Issue => ({ path: [name], rule: 'type', expected: 'a text', received: '1' })));

/** Returns the example in a prompt. */
function exampleIn(checks: ExampleChecks, issues: readonly Issue[]): string | undefined {
  const known = new KnownTexts('tool');
  const repeated = known.findHelp(checks, issues);
  const text = writeRetryPrompt({ tool: 'tool', refusal: { issues }, repeated }, known);
  return /Valid arguments look like this: (.*)/.exec(text)?.[1];
}

describe('an example in a retry prompt', () => {
  it('is accepted without a repair, and breaks no rule of class-validator', () => {
    let shown = 0;
    fc.assert(
      fc.property(parameters, rules, issuesAbout, (schema, drawn, issues) => {
        class Dto {}
        const chosen = drawn.filter(([name]) => Object.hasOwn(schema.properties ?? {}, name));
        for (const [name, rule] of chosen) rule(Dto.prototype, name);
        const used = [...new Set(chosen.map(([name]) => name))];
        const visitRules = (args: object, visit: VisitRules): void => {
          visit(Object.assign(new Dto(), args), Dto, used, []);
        };
        const check = argumentCheck(schema);
        const example = exampleIn({ check, visitRules, limits: DEFAULT_ARGUMENT_LIMITS }, issues);
        if (example === undefined) return;
        shown++;
        const outcome = parseArguments(check, example);
        expect(outcome).toMatchObject({ wire: JSON.parse(example) as object, repairs: [] });
        expect(chosen.filter(([, rule]) => RULES.indexOf(rule) >= RULES.length - 3)).toEqual([]);
        const dto = Object.assign(new Dto(), JSON.parse(example));
        expect(validateSync(dto, { forbidUnknownValues: false })).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(shown).toBeGreaterThan(25);
  });

  it('is accepted in the form of each dialect, also in strict mode', () => {
    let shown = 0;
    fc.assert(
      fc.property(
        parameters,
        issuesAbout,
        fc.constantFrom(...TARGETS),
        fc.boolean(),
        (schema, issues, target, strict) => {
          const form = formOf(schema, target, strict);
          if (form === undefined) return;
          const check = argumentCheck(schema);
          const limits = DEFAULT_ARGUMENT_LIMITS;
          const example = exampleIn({ check, visitRules: undefined, limits, form }, issues);
          if (example === undefined) return;
          shown++;
          const { outcome } = parseFromDialect(check, example, limits, { form, isFromModel: true });
          expect([example, outcome.refusal]).toEqual([example, undefined]);
          expect(outcome.repairs.filter(({ kind }) => kind !== 'dialect')).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
    expect(shown).toBeGreaterThan(35);
  });

  it('has the arguments that the problems are about, unless the whole is then not accepted', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      properties: { id: { type: 'string' }, from: { type: 'integer' }, code: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    };
    class Dto {}
    Length(30, 40)(Dto.prototype, 'code');
    const visitRules = (args: object, visit: VisitRules): void => {
      if (Object.hasOwn(args, 'code')) visit(Object.assign(new Dto(), args), Dto, ['code'], []);
    };
    const checks = { check: argumentCheck(schema), visitRules, limits: DEFAULT_ARGUMENT_LIMITS };
    const about = (name: string): Issue[] => [{ path: [name], rule: 'type', expected: 'a text', received: '1' }];
    const base = exampleOf(schema) as object;
    expect(JSON.parse(exampleIn(checks, about('from')) ?? '')).toEqual({ ...base, from: 1 });
    expect(JSON.parse(exampleIn(checks, about('code')) ?? '')).toEqual(base);
  });

  it('is left out if a rule needs time, and a rule that rejects later does not end the process', async () => {
    class Dto {}
    custom(() => Promise.reject(new Error('The rule failed.')))(Dto.prototype, 'id');
    const visitRules = (args: object, visit: VisitRules): void => {
      visit(Object.assign(new Dto(), args), Dto, ['id'], []);
    };
    const schema: JsonSchemaObject = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const checks = { check: argumentCheck(schema), visitRules, limits: DEFAULT_ARGUMENT_LIMITS };
    expect(exampleIn(checks, [{ path: ['id'], rule: 'type', expected: 'a text', received: '1' }])).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
  });
});

function formOf(
  parameters: JsonSchemaObject,
  target: (typeof TARGETS)[number],
  strict: boolean,
): DialectForm | undefined {
  try {
    return toDialect({ name: 'tool', parameters, ...(strict ? { strict } : {}) }, target);
  } catch (error) {
    if (error instanceof StrictModeError) return undefined;
    throw error;
  }
}
