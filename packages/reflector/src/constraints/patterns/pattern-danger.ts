import { createRequire } from 'node:module';
import type { Finding } from '../../diagnostics/diagnostics.js';
import { isPlainlyLinear } from './is-plainly-linear.js';
import { patternOf } from './pattern-of.js';
import { withEnoughTime } from './with-enough-time.js';

/** The known facts about the text that the expression matches. */
export interface PatternUse {
  /** The most characters of the text. The schema checks it first. */
  readonly maxLength?: number | undefined;
  /** The place in the message: `@Matches of 'path'`. */
  readonly where: string;
}

/** Up to this length, work that grows with the square of the length takes milliseconds. */
const SHORT = 1000;
/**
 * The time limit for one expression, in milliseconds. Almost all take a few. A busy machine must
 * not change the result.
 */
const TIMEOUT = 5000;

/**
 * Reports an expression that takes very long on some text: a model could stop the process with it.
 * If an expression takes polynomial time, it passes if a `maxLength` keeps the texts short.
 */
export function patternDanger(expression: RegExp, { maxLength = Infinity, where }: PatternUse): Finding | undefined {
  const { status, complexity, attack } = diagnose(expression);
  if (status === 'safe') return undefined;
  if (status === 'unknown') {
    return {
      code: 'HAFT1105',
      severity: 'warning',
      message: `The regular expression of ${where} is too complex to prove that it is fast: ${String(expression)}`,
      fix: 'Write a simpler expression. The JSDoc tag @trustedPattern only silences this report: a slow expression then lets a model block your process.',
    };
  }
  if (complexity?.type === 'polynomial' && maxLength <= SHORT) return undefined;
  const example = attack === undefined ? '' : `, for example for ${attack.pattern}`;
  return {
    code: 'HAFT1105',
    message: `The regular expression of ${where} takes ${complexity?.summary ?? 'very long'} time${example}: ${String(expression)}`,
    fix: `Rewrite it without repetitions that overlap${
      complexity?.type === 'polynomial' ? ` (or add a maxLength of at most ${SHORT})` : ''
    }. The JSDoc tag @trustedPattern only silences this report: a model could still block your process.`,
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

/**
 * Returns whether the expression is safe. If JSON Schema can express it, checks that pattern:
 * without `u` it has the same choices.
 */
function isSafe(expression: RegExp): boolean {
  const result = patternOf(expression);
  return 'pattern' in result && isPlainlyLinear(result.pattern);
}

/**
 * Loads the checker on first use: recheck's build for browsers, which starts no worker and needs no
 * native program. `package.json` maps `#recheck` to `dist`, because recheck itself would install 52
 * MB of programs.
 */
function ask({ source, flags }: RegExp): Diagnosis {
  const { checkSync } = createRequire(import.meta.url)('#recheck') as {
    readonly checkSync: (source: string, flags: string, options: { readonly timeout: number }) => Diagnosis;
  };
  const check = (timeout: number): Diagnosis | undefined => {
    const diagnosis = checkSync(source, flags.replace(/[dv]/g, ''), { timeout });
    return diagnosis.status === 'unknown' ? undefined : diagnosis;
  };
  return withEnoughTime(check, TIMEOUT, cpuMs) ?? UNKNOWN;
}

const UNKNOWN: Diagnosis = { status: 'unknown' };

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
