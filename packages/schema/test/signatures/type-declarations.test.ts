import { dirname, resolve } from 'node:path';
import type { JsonSchema } from '../../src/index.js';
import ts from 'typescript';
import { SchemaReferenceError, typeDeclarations, typeName } from '../../src/signatures/index.js';

describe('typeDeclarations', () => {
  it('writes an interface for an object, with comments, defaults and optional properties', () => {
    const schema: JsonSchema = {
      type: 'object',
      description: 'A file to write.',
      properties: {
        path: { type: 'string', description: 'Path relative to the root.\nNever absolute.' },
        mode: { enum: ['overwrite', 'create'], default: 'overwrite' },
        'x-id': { type: ['integer', 'null'] },
      },
      required: ['path'],
      additionalProperties: false,
    };
    expect(typeDeclarations(schema, 'WriteFile')).toBe(`/** A file to write. */
export interface WriteFile {
  /**
   * Path relative to the root.
   * Never absolute.
   */
  path: string;
  /** @defaultValue "overwrite" */
  mode?: "overwrite" | "create";
  "x-id"?: number | null;
}
`);
  });

  it.each<[string, JsonSchema, string]>([
    ['an array of a union', { type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 1 },
      '[string, number?]',
    ],
    [
      'a tuple with a rest',
      { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1 },
      '[string, ...unknown[]]',
    ],
    ['a record', { type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
    ['an object without properties', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
    ['a constant', { const: { a: [1, 'x', null] } }, '{ a: [1, "x", null] }'],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['an intersection', { allOf: [{ type: 'string' }, { enum: ['a', 'b'] }] }, 'string & ("a" | "b")'],
    ['everything', true, 'unknown'],
    ['nothing', false, 'never'],
    ['only what TypeScript cannot say', { minimum: 1 }, 'unknown'],
  ])('writes an alias for %s', (_case, schema, type) => {
    expect(typeDeclarations(schema, 'T')).toBe(`export type T = ${type};\n`);
  });

  it('declares definitions on their own, also recursive ones and those of draft 7', () => {
    const schema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/tree-node' }, self: { $ref: '#' }, old: { $ref: '#/definitions/old' } },
      $defs: {
        'tree-node': {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/tree-node' } } },
        },
      },
      definitions: { old: { type: 'string' } },
    } as JsonSchema;
    expect(typeDeclarations(schema, 'Tree')).toBe(`export interface Tree {
  root?: TreeNode;
  self?: Tree;
  old?: Old;
}

export type Old = string;

export interface TreeNode {
  children?: TreeNode[];
}
`);
  });

  it('keeps names apart', () => {
    const schema: JsonSchema = { $ref: '#/$defs/t', $defs: { t: { type: 'string' }, T: { type: 'number' } } };
    expect(typeDeclarations(schema, 'T')).toBe(
      'export type T = T_;\n\nexport type T_ = string;\n\nexport type T__ = number;\n',
    );
  });

  it('refuses a reference to another document', () => {
    expect(() => typeDeclarations({ $ref: 'https://example.com/a.json' }, 'T')).toThrow(SchemaReferenceError);
  });

  it('cannot be ended by a description', () => {
    expect(typeDeclarations({ type: 'string', description: 'a */ b' }, 'T')).toBe(
      '/** a *\\/ b */\nexport type T = string;\n',
    );
  });

  it('writes valid TypeScript, for each shape of a schema inside each other', () => {
    const shapes: JsonSchema[] = [
      { type: 'string' },
      { type: ['string', 'null'] },
      { enum: ['a | b', 'c'] },
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    ];
    const nests: ((inner: JsonSchema) => JsonSchema)[] = [
      (items) => ({ type: 'array', items }),
      (inner) => ({ anyOf: [inner, { type: 'array', items: inner }] }),
      (inner) => ({ allOf: [inner, { anyOf: [inner, true] }] }),
      (inner) => ({ type: 'array', prefixItems: [inner], items: inner }),
      (inner) => ({ type: 'object', properties: { 'a-b': inner, c: true }, required: ['c'] }),
    ];
    const schemas = shapes.flatMap((shape) => nests.flatMap((outer) => nests.map((inner) => outer(inner(shape)))));
    const source = schemas.map((schema, index) => typeDeclarations(schema, `T${index}`)).join('\n');
    expect(problemsOf(source)).toEqual([]);
  });
});

describe('typeName', () => {
  it.each([
    ['file_read', 'FileRead'],
    ['search-web v2', 'SearchWebV2'],
    ['2fa', '_2fa'],
    ['', '_'],
  ])('makes of %j the name %s', (text, name) => {
    expect(typeName(text)).toBe(name);
  });
});

function problemsOf(source: string): readonly string[] {
  const library = resolve(dirname(ts.sys.getExecutingFilePath()));
  const options: ts.CompilerOptions = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getDefaultLibLocation = () => library;
  host.getSourceFile = (file, version) =>
    file === 'a.ts' ? ts.createSourceFile(file, source, version) : read(file, version);
  const program = ts.createProgram(['a.ts'], options, host);
  const found = [
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(program.getSourceFile('a.ts')),
  ];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
