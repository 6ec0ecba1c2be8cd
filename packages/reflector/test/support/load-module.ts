import * as reflectedModule from '@haft/core/reflected';
import type { ChecksModule, ReflectedToolsets, ToolChecks, ToolDescriptor } from '@haft/core/reflected';
import { plainToInstance } from 'class-transformer';
import ts from 'typescript';
import { writeChecks, writeModule } from '../../src/emit/write-module.js';
import type { ProjectModel } from '../../src/model.js';

/** A tool as a run knows it once its checks are there. */
export type LoadedTool = ToolDescriptor & ToolChecks;

/** A toolset of a generated module, its tools with their checks. */
export interface LoadedToolset {
  readonly source: string;
  readonly tools: readonly LoadedTool[];
}

/** The place of generated modules. */
const OUT = '/project/src/toolsets.gen.ts';

/**
 * Runs the generated modules of a model as `import` would after a compiler: types are stripped,
 * imports become parameters.
 *
 * @param classes - the imports of the modules from the project, by local name
 */
export function loadModule(
  model: ProjectModel,
  classes: Readonly<Record<string, unknown>> = {},
  out = OUT,
): readonly LoadedToolset[] {
  const checks = run<ChecksModule['checks']>('checks', writeChecks(model, { out }), classes);
  const given = { ...classes, checksOfTools: checks };
  const { toolsets } = run<ReflectedToolsets>('toolsets', writeModule(model, { out }), given).read();
  return toolsets.map(({ source, tools }) => ({
    source,
    tools: tools.map((tool) => ({ ...tool, ...checksOf(tool, checks) })),
  }));
}

/** The same of the first tool. */
export function loadTool(model: ProjectModel, classes: Readonly<Record<string, unknown>> = {}): LoadedTool {
  const tool = loadModule(model, { TestToolset: class TestToolset {}, ...classes })[0]?.tools[0];
  if (tool === undefined) throw new Error('The module has no tool.');
  return tool;
}

function checksOf({ name, fingerprint }: ToolDescriptor, checks: ChecksModule['checks']): ToolChecks {
  const found = checks[fingerprint.slice(0, 16)];
  if (found === undefined) throw new Error(`The module of checks has none of ${name}.`);
  return found;
}

function run<T>(name: string, text: string, classes: Readonly<Record<string, unknown>>): T {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  const body = outputText.replace(/^import [^;]*;$/gm, '').replace(/^export const/gm, 'const');
  const names = { ...reflectedModule, plainToInstance, ...classes };
  // The text of a module under test is our own.
  const create = new Function(...Object.keys(names), `'use strict';\n${body}\nreturn ${name};`) as (
    ...values: readonly unknown[]
  ) => T;
  return create(...Object.values(names));
}
