import { ModelRetry, type RunContext } from '@haft/core';
import type { CodeOptions } from './code-options.js';
import { withHint } from './missing-names.js';
import { allowedTools } from './refuse-tool.js';
import { searchableTools } from './search-tools.js';

/**
 * Checks a program against the tools that it may call, before it runs.
 *
 * @throws {ModelRetry} if it has mistakes. Names line and column of each.
 */
export async function requireNoMistakes(options: CodeOptions, code: string, run: RunContext<never>): Promise<void> {
  const problems = await options.checker?.check(code, searchableTools(options, run), run.signal);
  if (problems === undefined || problems.length === 0) return;
  const tools = allowedTools(options, run);
  const lines = problems.map(
    ({ line, column, message }) => `- line ${line}, column ${column}: ${withHint(message, tools, 'javascript')}`,
  );
  throw new ModelRetry(`The program has mistakes. Nothing has run:\n${lines.join('\n')}`);
}
