import type { EndedExecution } from './code-backend.js';

/** Returns the text that a model reads: the result or the problem, then the printed text. */
export function describeResult({ output, error, logs }: EndedExecution): string {
  const printed = logs.trimEnd();
  const said = error ?? output ?? '(no result set; use setResult(data) to return structured output)';
  return printed === '' ? said : `${said}\n\nlogs:\n${printed}`;
}
