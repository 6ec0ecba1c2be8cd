import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const packages = join(import.meta.dirname, '../..');

/** A module of a library that exports values of inferred types. */
const LIBRARY = `
import { z } from './schema.js';
import {
  Background, Cached, combine, compose, createParamDecorator, createRuntime, decision, decisions, defineTool, Effect,
  External, forTools, Inject, NarrowInput, Preview, reconciled, RequiresApproval, retryTransient, type RunContext,
  Timeout, Tool, toolset, Toolset, Use, UserInput, Validate,
} from 'haft';

export const tool = Tool();
export const group = Toolset();
export const audited = () => Use();
export const service = Inject('service');
export const input = UserInput();
export const marks = [External(), RequiresApproval(), Timeout(1000), Cached({ ttlMs: 1000, scope: 'run' })];
export const method = [Background(), NarrowInput(() => ({})), Validate(() => undefined)];
export const effect = Effect({ reconcile: 'settled' });
export const preview = Preview('shown');
export const done = reconciled.done(1);
export const userId = createParamDecorator((run: RunContext) => run.runId);

export const add = defineTool({ name: 'add', description: 'Adds.', parameters: z, execute: () => 1 });
export const tools = toolset('sums', [add]);
export const composed = compose(tools);
export const combined = combine(composed, tools);
export const prefixed = combined.prefix('sum_');
export const renamed = combined.rename({ plus: 'add' });
export const filtered = combined.filter(['add']);
export const remote = combined.external('all');
export const hidden = combined.deferLoading();
export const approved = combined.requireApproval();
export const { rename, filter, prefix } = combined;

export const runtime = createRuntime({ toolsets: [prefixed] });
export const run = runtime.startRun();
export const { startRun, resumeRun } = runtime;
export const { call, callAll, definitions } = run;
export const outcome = run.call({ name: 'sum_add', arguments: {} });
export const pending = run.pending();
export const callable = run.tools();
export const resumed = runtime.resumeRun(pending, {});
export const approval = decision.approve();
export const given = decisions();
export const retried = forTools('all', retryTransient());
`;
const SCHEMA = `
export const z = { type: 'object', properties: {} } as const;
`;

describe('a library that exports values of Haft, with packages that are linked as pnpm does it', () => {
  let folder: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-declarations-')));
    const store = join(folder, 'node_modules/.pnpm/haft/node_modules');
    for (const name of ['schema', 'core', 'arguments', 'runtime', 'haft']) {
      const to = join(store, name === 'haft' ? name : `@haft/${name}`);
      mkdirSync(to, { recursive: true });
      cpSync(join(packages, name, 'package.json'), join(to, 'package.json'));
      cpSync(join(packages, name, 'dist'), join(to, 'dist'), {
        recursive: true,
        filter: (file) => !/\.(js|map|tsbuildinfo)$/.test(file),
      });
    }
    symlinkSync(join(store, 'haft'), join(folder, 'node_modules/haft'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'library', type: 'module' }));
    writeFileSync(join(folder, 'schema.ts'), SCHEMA);
    writeFileSync(join(folder, 'library.ts'), LIBRARY);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('gets declarations that name every type by an entry of haft', () => {
    const program = ts.createProgram([join(folder, 'library.ts')], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      declaration: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      typeRoots: [join(packages, '../node_modules/@types')],
      types: ['node'],
    });
    const found = [...program.getSemanticDiagnostics(), ...program.getDeclarationDiagnostics()];
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
