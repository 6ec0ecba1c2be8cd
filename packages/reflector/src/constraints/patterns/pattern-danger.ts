import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Finding } from '../../diagnostics/diagnostics.js';
import { isPlainlyLinear } from './is-plainly-linear.js';
import { leadingAssertions } from './leading-assertions.js';
import { patternOf } from './pattern-of.js';

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
 * The greatest number of steps for one expression, some seconds. Almost all need some hundreds. The
 * checker asks for the time in each step: a count in place of the clock gives the same result in
 * each build, however busy the machine is.
 */
const MOST_STEPS = 300_000;

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
  if (diagnosis === undefined) {
    diagnosis = isSafe(expression) ? SAFE : (diagnoseParts(expression) ?? ask(expression));
    known.set(text, diagnosis);
  }
  return diagnosis;
}

/** Diagnoses the assertions at the beginning and the rest apart. The worst one counts. */
function diagnoseParts({ source, flags }: RegExp): Diagnosis | undefined {
  const separated = leadingAssertions(source);
  if (separated === undefined) return undefined;
  const parts = [...separated.assertions.map((one) => `^(?:${one})`), `^${separated.rest}`];
  const found = parts.map((one) => diagnose(new RegExp(one, flags)));
  return (
    found.find(({ status }) => status === 'vulnerable') ?? found.find(({ status }) => status === 'unknown') ?? SAFE
  );
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

function ask({ source, flags }: RegExp): Diagnosis {
  checker ??= loadChecker();
  const limits = { timeout: MOST_STEPS, attackTimeout: MOST_STEPS, incubationTimeout: MOST_STEPS };
  return checker.checkSync(source, flags.replace(/[dv]/g, ''), {
    ...limits,
    seedingTimeout: MOST_STEPS,
    randomSeed: 0,
  });
}

interface Checker {
  readonly checkSync: (source: string, flags: string, options: object) => Diagnosis;
}

let checker: Checker | undefined;

/**
 * Loads recheck's build for browsers, which starts no worker and needs no native program, with a
 * count in place of the clock. `package.json` maps `#recheck` to `dist`, because recheck itself
 * would install 52 MB of programs.
 */
function loadChecker(): Checker {
  const file = createRequire(import.meta.url).resolve('#recheck');
  const module = { exports: {} as Checker };
  let steps = 0;
  const counter = { now: () => ++steps };
  // The loader of Node cannot give a module another clock.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const load = new Function('exports', 'module', 'performance', readFileSync(file, 'utf8')) as (
    ...values: readonly object[]
  ) => void;
  load(module.exports, module, counter);
  return module.exports;
}
