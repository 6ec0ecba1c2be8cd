import { writeFileSync } from 'node:fs';
import { createChecker, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { describe, expect, it } from '@jest/globals';
import type { ToolModel } from '../../src/model.js';
import type { ReadProject } from '../../src/read-project.js';
import { moduleOrReports } from '../../src/build/module-or-reports.js';
import { readFiles } from '../support/read-fixture.js';
import { RandomTools, type RandomTool } from '../support/random-tools.js';
import { valuesAround } from '../support/values-around.js';
import { virtualProgram } from '../support/virtual-program.js';
import { ts } from '../../src/program/typescript.js';

/*
 * Random declarations end in a schema that agrees with the compiler, or in a diagnostic at their
 * lines. `FUZZ_TYPES=20000 npm run test:unit -- packages/reflector/test/types/random-types` tries
 * 20,000.
 */

const COUNT = Number(process.env['FUZZ_TYPES'] ?? 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_131);
const BATCH = 50;

interface Case extends RandomTool {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** One source of many cases, each with a tool of its own, and the lines that belong to each. */
function sourceOf(types: readonly RandomTool[]): { readonly source: string; readonly cases: readonly Case[] } {
  const lines = [`import { Example, Hints, Tool, Toolset } from '@haft/core';`];
  const cases = types.map((one, index): Case => {
    const first = lines.length + 1;
    const name = `tool${index}`;
    lines.push(...one.declarations);
    lines.push('/** A. */', `${one.toolset} export class Set${index} {`);
    lines.push(...`${one.method} ${name}(x: ${one.type}${one.signature} { throw new Error(); }`.split('\n'), '}');
    return { ...one, name, first, last: lines.length };
  });
  return { source: lines.join('\n'), cases };
}

function toolOf({ model }: ReadProject, name: string): ToolModel | undefined {
  return model.toolsets.flatMap((one) => one.tools).find((one) => one.method === name);
}

/** Returns the schema of the first parameter, alone or among others. */
function schemaOfFirst({ arguments: { schema }, single }: ToolModel): JsonSchemaObject {
  if (single) return schema;
  const { x = {} } = schema.properties as Readonly<Record<string, JsonSchemaObject>>;
  return schema.$defs === undefined ? x : { ...x, $defs: schema.$defs };
}

/** The literals that the compiler does not take for the types of their lines. */
function refusedLiterals(source: string, literals: readonly string[]): ReadonlySet<number> {
  const types = source
    .split('\n')
    .map((line) => line.replace(/^@Toolset.*|^.*@Tool\b.*|^.*@Tool\(.*|^\}$|^\/\*\*.*|^ \* .*/, ''));
  const text = [...types, ...literals].join('\n');
  const { program, file } = virtualProgram({ 'main.ts': text });
  const refused = new Set<number>();
  for (const one of program.getSemanticDiagnostics(file('main.ts'))) {
    if (one.start === undefined) continue;
    const { line } = ts.getLineAndCharacterOfPosition(file('main.ts'), one.start);
    refused.add(line - types.length);
  }
  return refused;
}

interface Question {
  readonly one: Case;
  readonly value: JsonValue;
  readonly isTaken: boolean;
  /** The schema refuses it also when it says nothing of unknown names. */
  readonly isRefused: boolean;
}

/**
 * Returns the schema open for unknown names: the compiler allows the names of all members of a
 * union in each.
 */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'propertyNames' || (name === 'additionalProperties' && value === false)) return [];
      if (name === 'const' || name === 'enum' || name === 'default') return [[name, value]];
      return [[name === 'oneOf' ? 'anyOf' : name, opened(value)]];
    }),
  );
}

/** Returns the problems that prevent writing the modules of the tools without errors. */
async function writing(read: ReadProject): Promise<readonly string[]> {
  const isWhole = read.diagnostics.filter(({ severity }) => severity === 'error');
  const project = { ...read, diagnostics: read.diagnostics.filter((one) => !isWhole.includes(one)) };
  const { diagnostics } = await moduleOrReports(project, '/project/toolsets.gen.ts');
  return diagnostics
    .filter(({ severity, code, line }) => severity === 'error' && (code === 'HAFT1190' || line === undefined))
    .map(({ code, message }) => `${code} ${message}`);
}

/** Reads a batch. Returns its problems, and the number of compared schemas. */
async function check(
  types: readonly RandomTool[],
): Promise<{ readonly wrong: readonly string[]; readonly compared: number }> {
  const { source, cases } = sourceOf(types);
  const read = readFiles({ 'src/main.ts': source });
  const wrong: string[] = [...(await writing(read))];
  const internal = (code: string): boolean => code === 'HAFT1190';
  for (const one of read.diagnostics.filter(({ code }) => internal(code))) {
    const at = cases.find(({ first, last }) => first <= (one.line ?? 0) && last >= (one.line ?? 0));
    wrong.push(`${one.message}\n${at?.declarations.join('\n') ?? ''}\n${at?.type ?? ''}`);
  }
  const questions: Question[] = [];
  let compared = 0;
  for (const one of cases) {
    const errors = read.diagnostics.filter(
      ({ severity, line = 0 }) => severity === 'error' && line >= one.first && line <= one.last,
    );
    const tool = toolOf(read, one.name);
    if (errors.length > 0 || tool === undefined) {
      if (errors.length === 0) wrong.push(`no schema and no diagnostic: ${one.declarations.join(' ')} ${one.type}`);
      continue;
    }
    if (!one.isPlain) continue;
    compared++;
    const schema = schemaOfFirst(tool);
    const checker = createChecker(schema);
    const loose = one.isExact ? checker : createChecker(opened(schema) as typeof schema);
    for (const value of valuesAround({ ...schema }).slice(0, 40))
      questions.push({ one, value, isTaken: checker.validates(value), isRefused: !loose.validates(value) });
  }
  const refused = refusedLiterals(
    source,
    questions.map(({ one, value }, index) => `const literal${index}: ${one.type} = ${JSON.stringify(value)};`),
  );
  questions.forEach(({ one, value, isTaken, isRefused }, index) => {
    if (hasToString(one)) return;
    if (refused.has(index) ? !isTaken : !isRefused || isLikeArray(one)) return;
    const what = isTaken ? 'the schema takes, the compiler refuses' : 'the compiler takes, the schema refuses';
    wrong.push(`${what}: ${JSON.stringify(value)} of ${one.type}\n${one.declarations.join('\n')}`);
  });
  return { wrong, compared };
}

/**
 * An array has the properties `0` and `length`, and a text too: the compiler takes them for
 * objects.
 */
function isLikeArray({ declarations, type }: RandomTool): boolean {
  return /\b(0|length)\??:|\[key: number\]/.test([...declarations, type].join(' '));
}

/**
 * The compiler finds the `toString` that every object inherits, in objects that have none of their
 * own.
 */
function hasToString({ declarations, type }: RandomTool): boolean {
  return /\btoString\??:/.test([...declarations, type].join(' '));
}

describe('random declarations', () => {
  const random = new RandomTools(SEED);
  const batches = Array.from({ length: Math.ceil(COUNT / BATCH) }, () =>
    Array.from({ length: BATCH }, () => random.next()),
  );

  it(
    `end in a schema that agrees with the compiler, or in a diagnostic at their lines: ${COUNT} of them`,
    async () => {
      const wrong: string[] = [];
      let compared = 0;
      for (const [index, batch] of batches.entries()) {
        const found = await check(batch);
        wrong.push(...found.wrong);
        compared += found.compared;
        if (process.env['FUZZ_OUT']) writeFileSync(process.env['FUZZ_OUT'], wrong.join('\n----\n'));
        if (COUNT > 1000)
          process.stderr.write(
            `${(index + 1) * BATCH} of ${COUNT} read, ${compared} compared, ${wrong.length} wrong\n`,
          );
        if (wrong.length > 200) break;
      }
      expect(wrong.map((one) => one.slice(0, 600)).slice(0, 60)).toEqual([]);
      expect(compared).toBeGreaterThan(COUNT / 20);
    },
    COUNT > 1000 ? 3_600_000 : 120_000,
  );
});
