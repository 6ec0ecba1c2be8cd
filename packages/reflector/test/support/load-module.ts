import * as reflectedModule from '@haft/core/reflected';
import type { ReflectedModule, ReflectedToolsets } from '@haft/core/reflected';
import { plainToInstance } from 'class-transformer';
import ts from 'typescript';

/**
 * Runs the text of a generated module, as `import` would after a compiler: types are stripped, imports become
 * parameters.
 *
 * @param classes - what the module imports from the project, by local name
 */
export function loadModule(text: string, classes: Readonly<Record<string, unknown>> = {}): ReflectedModule {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  const body = outputText.replace(/^import [^;]*;$/gm, '').replace(/^export const/gm, 'const');
  const names = { ...reflectedModule, plainToInstance, ...classes };
  // The text of a module under test is our own.
  const create = new Function(...Object.keys(names), `'use strict';\n${body}\nreturn toolsets;`) as (
    ...values: readonly unknown[]
  ) => ReflectedToolsets;
  return create(...Object.values(names)).read();
}
