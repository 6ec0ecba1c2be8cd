import { beforeAll, describe, expect, it } from '@jest/globals';
import { ts } from '../../src/program/typescript.js';
import { readProject } from '../../src/read-project.js';
import { wholeSchema } from '../../src/types/typescript-json-schema.js';
import { inFolder } from '../support/read-fixture.js';

/* On plain types our whole schemas and those of typescript-json-schema say the same. */

const TYPES = {
  Flat: '{ text: string; count: number; on: boolean; nothing: null }',
  Optional: '{ a?: string; b: number }',
  Nested: '{ inner: { deep: { text: string }[] } }',
  Choice: "{ mode: 'auto' | 'fast' | 'slow' }",
  Nullable: '{ a: string | null; b: { c: number } | null }',
  Lists: '{ a: string[]; b: number[][]; c: (string | number)[] }',
  Either: '{ a: { x: string } | { y: number } }',
  Described:
    '{\n  /** The text. */\n  text: string;\n  /**\n   * How many.\n   * @minimum 1\n   * @maximum 5\n   */\n  count: number;\n}',
  Partly: 'Partial<{ a: string; b: number }>',
  Picked: "Pick<{ a: string; b: number; c: boolean }, 'a' | 'c'>",
  Both: '{ a: string } & { b: number }',
} as const;

type Schemas = ReadonlyMap<string, { readonly ours: unknown; readonly theirs: unknown }>;
let schemas: Schemas;

beforeAll(() => {
  schemas = readAll();
});

describe('plain types', () => {
  it.each(Object.keys(TYPES))('%s has the schema that typescript-json-schema gives it', (name) => {
    const found = schemas.get(name);
    expect(comparable(found?.ours)).toEqual(comparable(found?.theirs));
  });
});

function readAll(): Schemas {
  const aliases = Object.entries(TYPES).map(([name, type]) => `export type ${name} = ${type};`);
  const methods = Object.keys(TYPES).map((name) => `  /** A. */ @Tool() take${name}(value: ${name}): void {}`);
  const text = `import { Tool, Toolset } from '@haft/core';\n${aliases.join('\n')}\n@Toolset() export class Tools {\n${methods.join('\n')}\n}`;
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    types: [],
  };
  const files = { 'src/main.ts': text, 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }) };
  return inFolder(files, (folder) => {
    const read = readProject({ tsconfig: `${folder}/tsconfig.json`, out: `${folder}/src/out.ts`, strict: false });
    const tools = read.model.toolsets.flatMap((toolset) => toolset.tools);
    const checker = read.program?.getTypeChecker();
    const file = read.program?.getSourceFile(`${folder}/src/main.ts`);
    if (checker === undefined || file === undefined) throw new Error('Nothing was read.');
    return new Map(
      file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => {
        const ours = tools.find((tool) => tool.method === `take${alias.name.text}`)?.arguments.schema;
        return [alias.name.text, { ours, theirs: wholeSchema(checker.getTypeAtLocation(alias.name), checker) }];
      }),
    );
  });
}

/**
 * Returns the schema without order, dialect or spelling: `type` lists and enums sorted, `const` as
 * an enum of one.
 */
function comparable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(comparable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([keyword]) => keyword !== '$schema')
    .map(([keyword, value]: [string, unknown]): [string, unknown] => {
      const isList = ['required', 'type', 'enum'].includes(keyword) && Array.isArray(value);
      return [keyword, isList ? [...(value as string[])].sort() : comparable(value)];
    });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
