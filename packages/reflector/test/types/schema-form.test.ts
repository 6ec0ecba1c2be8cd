import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { onlyTool, readMembers } from '../support/read-fixture.js';

/* The rules for the schema of every type. One schema alone does not show them. */

const FIXTURES = join(import.meta.dirname, '../fixtures/types');
const fixtures = readdirSync(FIXTURES, { withFileTypes: true }).filter((one) => one.isDirectory());
const schemas = fixtures.flatMap(({ name }) => {
  const file = JSON.parse(readFileSync(join(FIXTURES, name, 'schema.json'), 'utf8')) as Record<
    string,
    JsonSchemaObject
  >;
  return Object.entries(file).map(([part, schema]) => [`${part} of ${name}`, schema] as const);
});

/** Yields a schema and all schemas in it, with their keywords. */
function* partsOf(
  schema: JsonSchema,
  under = '',
): Generator<{ readonly schema: JsonSchemaObject; readonly under: string }> {
  if (typeof schema === 'boolean') return;
  yield { schema, under };
  for (const [keyword, value] of Object.entries(schema)) {
    if (['properties', '$defs', 'patternProperties'].includes(keyword)) {
      for (const one of Object.values(value as Record<string, JsonSchema>)) yield* partsOf(one, keyword);
    } else if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)) {
      for (const one of value as JsonSchema[]) yield* partsOf(one, keyword);
    } else if (['items', 'additionalProperties', 'propertyNames', 'not', 'contains'].includes(keyword)) {
      yield* partsOf(value as JsonSchema, keyword);
    }
  }
}

const argumentsOf = (members: string, declarations = ''): JsonSchemaObject =>
  onlyTool(readMembers(members, declarations)).arguments.schema;

describe.each(schemas)('the schema of the %s', (_title, schema) => {
  const parts = [...partsOf(schema)].map((one) => one.schema);

  it('is a schema of draft 2020-12 that names only required properties that there are [SCH-21]', () => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validateSchema(schema) === true ? [] : ajv.errors).toEqual([]);
    for (const { required = [], properties = {} } of parts)
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required]));
  });

  it('has no titles and names no dialect [SCH-1]', () => {
    for (const part of parts)
      expect(Object.keys(part)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(title|\$schema)$/)]));
  });

  it('closes every object that no index signature opens, at every depth [SCH-4]', () => {
    const objects = parts.filter(
      ({ type, properties }) => [type].flat().includes('object') || properties !== undefined,
    );
    for (const { additionalProperties } of objects) expect(additionalProperties).toBeDefined();
  });

  it('has no empty list of required properties [SCH-7]', () => {
    for (const { required } of parts) expect(required).not.toEqual([]);
  });
});

describe('objects', () => {
  it('are open only where an index signature opens them [SCH-4]', () => {
    const { properties } = argumentsOf(
      '  /** A. */ @Tool() a(one: { a: { b: { c: string } } }, open: { a: string; [key: string]: string }): void {}',
    );
    expect(properties?.['one']).toMatchObject({
      additionalProperties: false,
      properties: { a: { additionalProperties: false, properties: { b: { additionalProperties: false } } } },
    });
    expect(properties?.['open']).toMatchObject({ additionalProperties: { type: 'string' } });
  });
});

describe('definitions', () => {
  const use = (length: number, times: number): JsonSchemaObject => {
    const uses = Array.from({ length: times }, (_, index) => `p${index}: One`).join(', ');
    return argumentsOf(
      `  /** A. */ @Tool() a(${uses}, z: string): void {}`,
      `interface One { /** ${'x'.repeat(length)} */ a: string }`,
    );
  };

  it('are inline unless they are longer than about 300 characters and used three times [SCH-2]', () => {
    const bare = JSON.stringify(use(1, 1).properties?.['p0']).length - 1;
    expect(use(250 - bare, 3).$defs).toBeUndefined();
    expect(use(350 - bare, 2).$defs).toBeUndefined();
    expect(Object.keys(use(350 - bare, 3).$defs ?? {})).toEqual(['One']);
  });

  it('are named where a type is inside of itself, however short [SCH-2, SCH-3]', () => {
    const { properties, $defs } = argumentsOf(
      '  /** A. */ @Tool() a(t: T, z: string): void {}',
      'interface T { t?: T }',
    );
    expect(properties?.['t']).toEqual({ $ref: '#/$defs/T' });
    expect($defs).toEqual({
      T: { type: 'object', properties: { t: { $ref: '#/$defs/T' } }, additionalProperties: false },
    });
  });
});

describe('parameters', () => {
  it('are optional by a question mark, a default or undefined, while null is a value [SCH-6]', () => {
    const { properties, required } = argumentsOf(
      '  /** A. */ @Tool() a(n: string | null, u: string | undefined, d = 1, f = Math.random(), o?: string): void {}',
    );
    expect(required).toEqual(['n']);
    expect(properties?.['n']).toEqual({ type: ['string', 'null'] });
    expect(properties?.['u']).toEqual({ type: 'string' });
  });
});

describe('the result of a method', () => {
  const resultOf = (signature: string): JsonSchema | undefined =>
    onlyTool(readMembers(`  /** A. */ @Tool() ${signature} { throw 0; }`)).result?.schema;

  it.each([
    ['at once', 'a(): number'],
    ['as a promise', 'async a(): Promise<number>'],
    ['by a generator, whose yields are progress', 'async *a(): AsyncGenerator<{ percent: number }, number>'],
    ['by a generator of a promise', 'async a(): Promise<AsyncGenerator<{ percent: number }, number>>'],
    ['by a synchronous generator of a promise', 'a(): Promise<Generator<{ percent: number }, number>>'],
  ])('is the result %s [DEF-7, DEF-8, SCH-17]', (_how, signature) => {
    expect(resultOf(signature)).toEqual({ type: 'number' });
  });
});

describe('a toolset', () => {
  it('has its tools in the order of their declaration [SCH-19]', () => {
    const { model } = readMembers(
      '  /** Z. */ @Tool() z(): void {}\n  /** A. */ @Tool() a(): void {}\n  /** M. */ @Tool() m(): void {}',
    );
    expect(model.toolsets[0]?.tools.map(({ name }) => name)).toEqual(['z', 'a', 'm']);
  });

  it('has the methods with @Tool as tools, and nothing else [DEF-4]', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() a(): void {}\n  b(): void {}\n  get c(): number { return 1; }\n  static d(): void {}\n  e = (): void => {};',
        'class Base { inherited(): void {} }',
      ),
    );
    expect(tool.name).toBe('a');
  });
});
