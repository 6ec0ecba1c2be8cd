import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '@haft/schema';
import { onlyTool, readFiles, readMembers, toolsetSource } from '../support/read-fixture.js';

/* Defects of typescript-json-schema, and Haft's results: one test for each known defect. */

/** The schema of a parameter of this type. */
function schemaOf(type: string, declarations = ''): JsonSchema | undefined {
  const tool = onlyTool(readMembers(`  /** A. */ @Tool() take(value: ${type}, other?: string): void {}`, declarations));
  return tool.arguments.schema.properties?.['value'];
}

describe('where typescript-json-schema is wrong', () => {
  it('leaves methods and their parameters out: they are read from the checker', () => {
    const tool = onlyTool(readMembers('  /** A. */ @Tool() take(a: string, b?: number): void {}'));
    expect(Object.keys(tool.arguments.schema.properties ?? {})).toEqual(['a', 'b']);
  });

  it('makes a required object of a function: it is a diagnostic', () => {
    const { diagnostics } = readMembers('  /** A. */ @Tool() take(value: { run: () => void }): void {}');
    expect(diagnostics.map((one) => one.code)).toContain('HAFT1040');
  });

  it('leaks private members and getters: only public data counts', () => {
    const text =
      'export class Dto { shown = 1; private a = 1; protected b = 2; #c = 3; get d() { return this.#c; } private get e() { return 1; } static f = 1; [Symbol.iterator] = 1; }';
    expect(Object.keys((schemaOf('Dto', text) as { properties: object }).properties)).toEqual(['shown']);
  });

  it('keeps the spelling of a member called like a private one', () => {
    expect(schemaOf('{ _a: string; __b: string; ___c: string; "#d": string }')).toMatchObject({
      required: ['_a', '__b', '___c', '#d'],
    });
  });

  it('requires properties with an initialiser: they are optional, with their literal as default', () => {
    expect(schemaOf('Dto', 'export class Dto { a = 1; b?: string; c!: string; d = Math.random(); }')).toEqual({
      type: 'object',
      properties: {
        a: { type: 'number', default: 1 },
        b: { type: 'string' },
        c: { type: 'string' },
        d: { type: 'number' },
      },
      required: ['c'],
      additionalProperties: false,
    });
  });

  it('closes a Record so that it takes no entry: its values are described', () => {
    expect(schemaOf('Record<string, number>')).toEqual({ type: 'object', additionalProperties: { type: 'number' } });
  });

  it('writes junk for Map, Set and Promise', () => {
    expect(schemaOf('Map<string, Set<string>>')).toEqual({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    });
    expect(onlyTool(readMembers('  /** A. */ @Tool() take(): Promise<string> { throw 0; }')).result?.schema).toEqual({
      type: 'string',
    });
  });

  it('writes a number with properties for bigint: it is decimal text', () => {
    expect(schemaOf('bigint')).toEqual({ type: 'string', pattern: '^-?\\d+$' });
  });

  it('leaves a Date a string: it is revived', () => {
    const tool = onlyTool(readMembers('  /** A. */ @Tool() take(value: Date, other: string): void {}'));
    const schema = tool.arguments.schema.properties?.['value'] as object;
    expect(tool.arguments.revivals.get(schema)).toEqual({ kind: 'date' });
  });

  it('describes the brand of a branded type: the base type counts', () => {
    expect(schemaOf("string & { readonly __brand: 'Id' }")).toEqual({ type: 'string' });
  });

  it('gives template literals a pattern that is wrong for fractions and negatives', () => {
    const { pattern } = schemaOf('`${number}px`') as { readonly pattern: string };
    const takes = (text: string): boolean => new RegExp(pattern, 'u').test(text);
    expect(['0px', '1.5px', '-2px', '0.25px'].filter(takes)).toHaveLength(4);
    expect(['px', '1.px', '01px', '1.50px', '--1px', '1e3px', ' 1px', '1px '].filter(takes)).toEqual([]);
  });

  it('has no discriminator for unions, and no names for numeric enums', () => {
    expect(schemaOf("{ kind: 'a'; x: string } | { kind: 'b'; y: string }")).toMatchObject({
      discriminator: { propertyName: 'kind' },
      oneOf: [{}, {}],
    });
    expect(schemaOf('Level', 'enum Level { Low, High }')).toEqual({
      type: 'number',
      enum: [0, 1],
      description: '0 = Low\n1 = High',
    });
  });

  it('writes tuples in the form of draft 7', () => {
    expect(schemaOf('[string, number?]')).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      items: false,
      minItems: 1,
      maxItems: 2,
    });
  });

  it('leaves references dangling, and encodes their names', () => {
    const tool = onlyTool(
      readMembers(
        '  /** A. */ @Tool() take(value: Node<Record<string, string>>, other?: string): void {}',
        'export interface Node<T> { value: T; next?: Node<T> }',
      ),
    );
    const { $defs = {}, properties } = tool.arguments.schema;
    expect(Object.keys($defs)).toEqual(['NodeRecord']);
    expect(properties?.['value']).toEqual({ $ref: '#/$defs/NodeRecord' });
  });

  it('ignores @param', () => {
    const tool = onlyTool(readMembers('  /** A.\n   * @param value Text. */ @Tool() take(value: string): void {}'));
    expect(tool.arguments.schema.properties?.['value']).toEqual({ type: 'string', description: 'Text.' });
  });

  it('drops comments inside a class on one line', () => {
    expect(
      schemaOf('Dto', 'export class Dto { /** Text. @minimum 1 */ a!: number; /** More. */ b?: string }'),
    ).toMatchObject({
      properties: {
        a: { type: 'number', minimum: 1, description: 'Text.' },
        b: { type: 'string', description: 'More.' },
      },
    });
  });

  it('drops null in a project without strict', () => {
    const tsconfig = {
      compilerOptions: { target: 'ES2022', module: 'NodeNext', experimentalDecorators: true, types: [] },
      include: ['src'],
    };
    const project = readFiles({
      'tsconfig.json': JSON.stringify(tsconfig),
      'src/main.ts': toolsetSource('  /** A. */ @Tool() take(value: string | null): void {}'),
    });
    expect(onlyTool(project).arguments.schema.properties?.['value']).toEqual({ type: ['string', 'null'] });
  });

  it('lets comments of the library leak into descriptions', () => {
    expect(JSON.stringify(schemaOf('Pick<Error, "message"> & { date: Date }'))).not.toContain('description');
  });

  it('poisons later schemas after an error: each type is read for itself', () => {
    const { model } = readMembers(
      '  /** A. */ @Tool() a(value: { f: () => void; g: Tree }): void {}\n  /** B. */ @Tool() b(value: Tree[]): void {}',
      'interface Tree { name: string }',
    );
    expect(model.toolsets[0]?.tools[1]?.arguments.schema.properties?.['value']).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    });
  });

  it('runs code that a tag names: tags are only read', () => {
    const found = schemaOf(
      'Dto',
      'export interface Dto {\n  /** @examples require("./nowhere").all */\n  a: string;\n}',
    );
    expect(found).toMatchObject({ properties: { a: { examples: ['require("./nowhere").all'] } } });
  });
});
