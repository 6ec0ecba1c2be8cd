import { createRequire } from 'node:module';
import type { Finding } from '../../diagnostics/diagnostics.js';
import { isPlainlyLinear } from './is-plainly-linear.js';
import { patternOf } from './pattern-of.js';

/** What is known of the text before it meets the expression. */
export interface PatternUse {
  /** The most characters that the text can have; the schema checks it first. */
  readonly maxLength?: number | undefined;
  /** Stands in the message: `@Matches of 'path'`. */
  readonly where: string;
}

/** Up to this length, work that grows with the square of the length takes milliseconds. */
const SHORT = 1000;
/** How long one expression is looked at, in milliseconds. Almost all are decided in a few; a busy machine must not change the result. */
const TIMEOUT = 5000;

/**
 * Reports an expression on which some text takes very long: a model could stop the process with it. An expression that
 * takes polynomial time passes when a `maxLength` keeps the texts short.
 */
export function patternDanger(expression: RegExp, { maxLength = Infinity, where }: PatternUse): Finding | undefined {
  const { status, complexity, attack } = diagnose(expression);
  if (status === 'safe') return undefined;
  if (status === 'unknown') {
    return {
      code: 'HAFT1105',
      severity: 'warning',
      message: `The regular expression of ${where} is too complex to prove that it is fast: ${String(expression)}`,
      fix: 'Write a simpler expression, or mark the declaration with the JSDoc tag @trustedPattern.',
    };
  }
  if (complexity?.type === 'polynomial' && maxLength <= SHORT) return undefined;
  const example = attack === undefined ? '' : `, for example for ${attack.pattern}`;
  return {
    code: 'HAFT1105',
    message: `The regular expression of ${where} takes ${complexity?.summary ?? 'very long'} time${example}: ${String(expression)}`,
    fix: `Rewrite it without repetitions that overlap${
      complexity?.type === 'polynomial' ? ` (or add a maxLength of at most ${SHORT})` : ''
    }, or mark the declaration with the JSDoc tag @trustedPattern.`,
  };
}

interface Diagnosis {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly summary: string };
  readonly attack?: { readonly pattern: string };
}

const known = new Map<string, Diagnosis>();

function diagnose(expression: RegExp): Diagnosis {
  const text = String(expression);
  let diagnosis = known.get(text);
  if (diagnosis === undefined) known.set(text, (diagnosis = isSafe(expression) ? SAFE : ask(expression)));
  return diagnosis;
}

const SAFE: Diagnosis = { status: 'safe' };

/** An expression that JSON Schema can say is read as such; without `u` it has the same choices. */
function isSafe(expression: RegExp): boolean {
  const result = patternOf(expression);
  return 'pattern' in result && isPlainlyLinear(result.pattern);
}

/** Loads the checker on first use: the build for browsers, which neither starts a worker nor looks for a native program. */
function ask({ source, flags }: RegExp): Diagnosis {
  const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
    readonly checkSync: (source: string, flags: string, options: { readonly timeout: number }) => Diagnosis;
  };
  return checkSync(source, flags.replace(/[dv]/g, ''), { timeout: TIMEOUT });
}
