import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonValue } from '@haft/schema';
import type { ToolModel } from '../../src/model.js';
import { ts } from '../../src/program/typescript.js';
import { readProject } from '../../src/read-project.js';
import { inFolder } from '../support/read-fixture.js';
import { valuesAround } from '../support/values-around.js';

/*
 * The wire types of the generated `Tools` interface, the schemas, and TypeScript agree. TypeScript
 * can assign values that the schema allows. It cannot assign values of a wrong type. (It does not
 * know constraints.)
 */

const FIXTURES = join(import.meta.dirname, '../fixtures/types');

/** Fixtures that refuse values by keywords which no TypeScript type says. */
const BY_KEYWORDS = new Set([
  ...[
    'bigints',
    'dates',
    'integers',
    'keywords-from-tags',
    'maps',
    'sets',
    'type-aliases',
    'urls',
    'classes-as-plain-objects',
    'classes-with-parameter-properties',
    'index-signatures',
    'records',
    'template-literals',
  ],
  // TypeScript lets an object of a union have properties of two members, unlike closed objects.
  'unions',
  // Rejects closed objects with more properties. TypeScript allows them where a recursion has
  // `unknown`.
  ...[
    'mutually-recursive',
    'recursive',
    'recursive-expressions',
    'recursive-unions',
    'classes',
    'plain-object',
    'nested-classes',
  ],
]);

interface Checked {
  readonly tool: string;
  readonly value: JsonValue;
  readonly accepted: boolean;
  assignable: boolean;
}

let checked: readonly Checked[];
beforeAll(() => {
  checked = assignAll();
});

describe('wire types', () => {
  it('take every value that the schema takes', () => {
    const wrong = checked.filter((one) => one.accepted && !one.assignable);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(checked.filter((one) => one.accepted).length).toBeGreaterThan(300);
  });

  it('reject values that the schema rejects by their type', () => {
    const wrong = checked.filter((one) => !one.accepted && one.assignable && !BY_KEYWORDS.has(one.tool));
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(checked.filter((one) => !one.accepted && !one.assignable).length).toBeGreaterThan(1000);
  });
});

/**
 * Writes an assignment for each value of each fixture, and asks the compiler about all of them at
 * once.
 */
function assignAll(): readonly Checked[] {
  const { model } = readProject({
    tsconfig: join(FIXTURES, 'tsconfig.json'),
    out: join(FIXTURES, 'out.ts'),
    strict: false,
  });
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const found: Checked[] = [];
  const lines: string[] = [];
  // The compiler reads each type once, not for each of its values.
  const types: string[] = [];
  for (const toolset of model.toolsets) {
    const name = toolset.source.split('/')[0] ?? '';
    const tool = toolset.tools[0];
    if (tool === undefined) continue;
    const validate = ajv.compile(tool.arguments.schema);
    const type = `T${types.length}`;
    types.push(`type ${type} = ${tool.arguments.wireType};`);
    for (const value of valuesOf(name, tool)) {
      found.push({ tool: name, value, accepted: validate(value), assignable: true });
      lines.push(`export const v${found.length}: ${type} = ${JSON.stringify(value)};`);
    }
  }
  for (const line of linesWithErrors([...lines, ...types].join('\n'))) {
    const one = found[line];
    if (one === undefined) throw new Error(`The compiler refuses ${types[line - lines.length] ?? 'a type'}`);
    one.assignable = false;
  }
  return found;
}

function valuesOf(name: string, tool: ToolModel): readonly JsonValue[] {
  if (!readdirSync(join(FIXTURES, name)).includes('values.json')) return [];
  const { accept, reject } = JSON.parse(readFileSync(join(FIXTURES, name, 'values.json'), 'utf8')) as Record<
    string,
    JsonValue[]
  >;
  const own = [...(accept ?? []), ...(reject ?? [])].map((value): JsonValue => (tool.single ? value : { value }));
  return [...own, ...valuesAround(tool.arguments.schema as Parameters<typeof valuesAround>[0])];
}

function linesWithErrors(text: string): ReadonlySet<number> {
  return inFolder({ 'values.ts': text }, (folder) => {
    const file = join(folder, 'values.ts');
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
    });
    const errors = program.getSemanticDiagnostics(program.getSourceFile(file));
    return new Set(errors.map((one) => one.file?.getLineAndCharacterOfPosition(one.start ?? 0).line ?? -1));
  });
}
