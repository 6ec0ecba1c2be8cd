import { ModelRetry, type RunContext } from '@haft/core';
import type { CodeOptions } from './code-options.js';
import { searchableTools } from './search-tools.js';

/**
 * Checks a program against the tools that it may call, before it runs.
 *
 * @throws {ModelRetry} if it has mistakes. Names line and column of each.
 */
export async function requireNoMistakes(options: CodeOptions, code: string, run: RunContext<never>): Promise<void> {
  const problems = await options.checker?.check(code, searchableTools(options, run), run.signal);
  if (problems === undefined || problems.length === 0) return;
  const lines = problems.map(({ line, column, message }) => `- line ${line}, column ${column}: ${message}`);
  throw new ModelRetry(`The program has mistakes. Nothing has run:\n${lines.join('\n')}`);
}
