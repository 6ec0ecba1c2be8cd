import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { collectIssues, exampleOf, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import fc from 'fast-check';
import { writeChecks, writeModule } from '../../src/emit/write-module.js';
import { readProject } from '../../src/read-project.js';
import { arbitraryValue } from '../support/arbitrary-schema.js';
import { importClasses } from '../support/import-classes.js';
import { loadModule, type LoadedTool } from '../support/load-module.js';
import { predicateOf } from '../support/predicate-of.js';

/*
 * The types of `fixtures/types`, as the generated module of one project: the values that each
 * tool's `read` accepts and rejects.
 */

const FIXTURES = path.join(import.meta.dirname, '../fixtures/types');
const OUT = path.join(FIXTURES, 'toolsets.gen.ts');
const names = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);

interface Values {
  readonly accept: readonly JsonValue[];
  readonly reject: readonly JsonValue[];
}

const tools = new Map<string, { readonly descriptor: LoadedTool; readonly single: boolean }>();

beforeAll(async () => {
  const { model } = readProject({ tsconfig: path.join(FIXTURES, 'tsconfig.json'), out: OUT, strict: false });
  const texts = [writeModule(model, { out: OUT }), writeChecks(model, { out: OUT })];
  const classes = await Promise.all(texts.map((text) => importClasses(text, OUT)));
  const loaded = loadModule(model, Object.assign({}, ...classes), OUT);
  loaded.forEach((toolset, index) => {
    const [descriptor] = toolset.tools;
    const single = model.toolsets[index]?.tools[0]?.single ?? false;
    if (descriptor !== undefined) tools.set(toolset.source.split('/')[0] ?? '', { descriptor, single });
  });
});

describe.each(names)('the emitted read of %s', (name) => {
  const found = (): { readonly descriptor: LoadedTool; readonly single: boolean } => {
    const one = tools.get(name);
    if (one === undefined) throw new Error(`The fixture ${name} has no tool.`);
    return one;
  };

  it('takes and refuses the values of values.json, and changes none of them', () => {
    const { descriptor, single } = found();
    const { accept, reject } = JSON.parse(readFileSync(path.join(FIXTURES, name, 'values.json'), 'utf8')) as Values;
    const verdict = (value: JsonValue): boolean => {
      const args = single ? value : { value };
      const before = JSON.stringify(args);
      const taken = descriptor.read(args) !== undefined;
      expect(JSON.stringify(args)).toBe(before);
      return taken;
    };
    expect(accept.filter((value) => !verdict(value))).toEqual([]);
    expect(reject.filter((value) => verdict(value))).toEqual([]);
  });

  it('takes its own example', () => {
    const { descriptor } = found();
    expect(descriptor.read(JSON.parse(descriptor.example))).toBeDefined();
  });

  it('decides as its schema does, whatever comes', () => {
    const { descriptor } = found();
    const schema = JSON.parse(descriptor.parameters) as JsonSchemaObject;
    const fits = predicateOf(schema);
    const near = fc
      .tuple(fc.constant(exampleOf(schema) ?? {}), arbitraryValue)
      .map(([example, value]) => mutated(example, value));
    fc.assert(
      fc.property(fc.oneof(near, arbitraryValue), (args) => {
        const taken = descriptor.read(args) !== undefined;
        const hasNoIssue = collectIssues(schema, args).length === 0;
        expect({ taken, hasNoIssue }).toEqual({ taken: fits(args), hasNoIssue: taken });
      }),
      { numRuns: 100 },
    );
  });
});

/** A value with one part replaced, taken away or added. */
function mutated(value: JsonValue, change: JsonValue): JsonValue {
  if (Array.isArray(value)) return [...(value as JsonValue[]).slice(1), change];
  if (typeof value !== 'object' || value === null) return change;
  const entries = Object.entries(value);
  const position = JSON.stringify(change).length % (entries.length + 1);
  return Object.fromEntries([
    ...entries.map(([key, one], index): [string, JsonValue] => [key, index === position ? mutated(one, change) : one]),
    ...(position === entries.length ? [['value', change] as [string, JsonValue]] : []),
  ]);
}
