import type { EndedExecution } from './code-backend.js';

/**
 * Returns the text that a model reads: the result or the problem, then the printed text.
 *
 * @param made - the text about the calls with effects of a program with a problem
 */
export function describeResult({ output, error, logs }: EndedExecution, made?: string): string {
  const printed = logs.trimEnd();
  const said = error ?? output ?? '(no result set; use setResult(data) to return structured output)';
  const whole = made === undefined ? said : `${said}\n${made}`;
  return printed === '' ? whole : `${whole}\n\nlogs:\n${printed}`;
}
