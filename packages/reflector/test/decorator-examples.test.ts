import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { definitionsOf } from '../src/model.js';
import { ts } from '../src/program/typescript.js';
import { readFiles } from './support/read-fixture.js';

/* The examples in the doc comments of decorators compile and build. */

const FOLDER = join(import.meta.dirname, '../../core/src/decorators');

const IMPORTS = `import { Background, Cached, CallLimit, Complete, Effect, Example, External, Final, Hints, Inject, Isolated, MapErrors,
  ModelRetry, NarrowInput, Param, Prepare, Preview, Prompt, Requires, RequiresApproval, Resource, Retries, RunContext, Sensitive, Sequential,
  Supersedes, Timeout, Tool, Toolset, Use, UserInput, Validate, createParamDecorator, mapError, reconciled,
  type Interceptor, type Reconciled } from '@haft/core';
declare const performance: { now(): number };
declare const console: { log(...values: unknown[]): void };
`;

const SHOP = `
interface Order { id: number; cents: number }
class NotFoundError extends Error {}
export class Shop {
  cancel(id: string): Promise<string> { throw new Error(id); }
  idsThatStartWith(text: string): Promise<string[]> { throw new Error(text); }
  order(id: number, part?: string): Promise<Order> { throw new NotFoundError(part ?? String(id)); }
  refund(id: number, cents: number, key?: string): Promise<string> { throw new Error(key); }
  receipt(key: string): Promise<string | undefined> { throw new Error(key); }
  report(month: string): Promise<string> { throw new Error(month); }
  pay(cents: number, pin: string): string { return pin; }
  query(sql: string): string { return sql; }
  read(path: string, limit: number): string { return path; }
  signIn(user: string, password: string): string { return user; }
}
`;

/** Returns the text of each example in a file. Its decorators look like tags to a parser. */
function examplesIn(name: string): readonly string[] {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  return [...text.matchAll(/^ \* @example\n((?: \*(?: .*)?\n)+?)(?= \*\/| \* @(?:param|returns|throws)\b)/gm)].map(
    ([, lines = '']) => lines.replace(/^ \* ?/gm, ''),
  );
}

/** Returns a module with the example, whose class is there if the example has only members. */
function moduleOf(example: string): string {
  if (/^export class /m.test(example)) return IMPORTS + example;
  const members = example.replace(/^(?=.)/gm, '  ');
  return `${IMPORTS}${SHOP}
@Toolset()
export class Tools {
  constructor(private readonly shop: Shop) {}

${members}}
`;
}

const files = readdirSync(FOLDER).filter((name) => /^export function (?:[A-Z]|createParam)/m.test(readSource(name)));

function readSource(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

describe('the examples of decorators', () => {
  it('are in each file with a decorator', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((name) => examplesIn(name).length === 0)).toEqual([]);
  });

  const examples = files.flatMap((name) =>
    examplesIn(name).map((example, i) => [`${name} ${i + 1}`, example] as const),
  );

  it.each(examples)('compile and build: %s', (_name, example) => {
    const { program, diagnostics, model } = readFiles({
      'package.json': '{"type":"module"}',
      'src/main.ts': moduleOf(example),
    });
    const compiled = (program?.getSemanticDiagnostics() ?? []).filter(({ file }) => file?.fileName.endsWith('main.ts'));
    expect(compiled.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(model.toolsets.flatMap(definitionsOf)).toHaveLength(1);
  });
});
