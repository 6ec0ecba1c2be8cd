import { valueText } from '../readable/value-text.js';
import type { CodeLanguage, EndedExecution } from './code-backend.js';

/**
 * Returns the text that a model reads: the result or the problem, then the printed text.
 *
 * @param made - the text about the calls with effects of a program without a result
 */
export function describeResult({ output, error, logs }: EndedExecution, language: CodeLanguage, made?: string): string {
  const printed = logs.trimEnd();
  const said = error ?? (output === undefined ? NO_RESULT[language] : valueText(JSON.parse(output)));
  const whole = made === undefined ? said : `${said}\n${made}`;
  return printed === '' ? whole : `${whole}\n\nlogs:\n${printed}`;
}

const NO_RESULT: Readonly<Record<CodeLanguage, string>> = {
  javascript: '(no result: a program returns its result)',
  python: '(no result: call set_result(value))',
};
