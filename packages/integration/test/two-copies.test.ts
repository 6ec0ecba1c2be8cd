import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildProject } from '@haft/reflector';
import ts from 'typescript';
import { ownFolder } from './support/own-folder.js';

const root = ownFolder('two-copies');
const library = join(root, 'library');
const core = join(import.meta.dirname, '../../core');

const TOOLSET = `import { ApprovalRequired, CallDeferred, ModelRetry, RunContext, Sequential, StopRun, Tool, ToolFailed, ToolResult, Toolset } from '@haft/core';

/** Raises everything that a tool may raise. */
@Toolset()
export class DeskToolset {
  constructor(private readonly current: RunContext) {}

  /** Raises what it is told. */
  @Tool()
  @Sequential()
  raise(what: 'retry' | 'failed' | 'stop' | 'approval' | 'external' | 'result', run: RunContext): ToolResult<number> {
    switch (what) {
      case 'retry': throw new ModelRetry('Choose another desk.');
      case 'failed': throw new ToolFailed('The desk is locked.');
      case 'stop': throw new StopRun('The office closes.');
      case 'approval': throw new ApprovalRequired({ desk: run.toolName });
      case 'external': throw new CallDeferred();
      case 'result': return new ToolResult({ value: 7, content: 'seven desks, ' + (this.current.runId === run.runId ? 'one run' : 'two runs') });
    }
  }
}
`;

const APPLICATION = `import { createRuntime } from 'haft';
import { toolsets } from './library/dist/toolsets.gen.js';
import { DeskToolset } from './library/dist/desk.toolset.js';
const outcomes = {};
for (const what of ['retry', 'failed', 'stop', 'approval', 'external', 'result']) {
  const run = createRuntime({ toolsets }).startRun();
  outcomes[what] = await run.call({ name: 'raise', arguments: { what } });
}
console.log(JSON.stringify(outcomes));
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
};

/**
 * A library of toolsets as a package manager leaves it that found no version for both: with a copy
 * of \`@haft/core\` of its own.
 */
async function installLibrary(): Promise<void> {
  mkdirSync(join(library, 'src'), { recursive: true });
  const copy = join(library, 'node_modules/@haft/core');
  mkdirSync(copy, { recursive: true });
  cpSync(join(core, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(core, 'package.json'), join(copy, 'package.json'));
  writeFileSync(join(library, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(library, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  writeFileSync(join(library, 'src/desk.toolset.ts'), TOOLSET);
  const tsconfig = join(library, 'tsconfig.json');
  const { diagnostics } = await buildProject({ tsconfig, out: join(library, 'src/toolsets.gen.ts'), cache: false });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  mkdirSync(join(library, 'dist'));
  for (const file of readdirSync(join(library, 'src'))) {
    const text = readFileSync(join(library, 'src', file), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, experimentalDecorators: true },
    });
    writeFileSync(join(library, 'dist', file.replace(/\.ts$/, '.js')), outputText);
  }
  writeFileSync(join(root, 'application.mjs'), APPLICATION);
}

describe('a library of toolsets with a copy of @haft/core of its own, in an application of haft', () => {
  let outcomes: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    await installLibrary();
    const text = execFileSync(process.execPath, [join(root, 'application.mjs')], { encoding: 'utf8' });
    outcomes = JSON.parse(text) as typeof outcomes;
  }, 60_000);

  it('asks the model for a correction', () => {
    expect(outcomes['retry']).toMatchObject({ status: 'retry', text: expect.stringContaining('Choose another desk.') });
  });

  it('says why it failed', () => {
    expect(outcomes['failed']).toMatchObject({ status: 'failed', text: 'The desk is locked.' });
  });

  it('stops the run', () => {
    expect(outcomes['stop']).toMatchObject({ status: 'failed', text: expect.stringContaining('The office closes.') });
  });

  it('asks for an approval', () => {
    const request = { kind: 'approval', metadata: { desk: 'raise' } };
    expect(outcomes['approval']).toMatchObject({ status: 'deferred', request });
  });

  it('hands a call to another system', () => {
    expect(outcomes['external']).toMatchObject({ status: 'deferred', request: { kind: 'external' } });
  });

  it('returns a result with a text for the model, and is made with the RunContext of its run', () => {
    expect(outcomes['result']).toMatchObject({ status: 'success', text: 'seven desks, one run', value: 7 });
  });
});
