import { LinearPattern, type PatternTest } from './linear-pattern.js';
import { parsePattern } from './parse-pattern.js';
import { StepBudget } from './step-budget.js';
import { nativePattern } from './native-pattern.js';

/** Steps of the native engine that take as long as one step of a budget. */
const NATIVE_STEPS = 8;

/**
 * Compiles the pattern of a schema. A test throws a `PatternLimitError` if it takes too many steps.
 * If `patternHazard` returns a reason, no engine can count the steps and the native engine runs.
 * Haft rejects these patterns in schemas that no build checked.
 *
 * @param budget - shared with other patterns, by default each test has a separate budget
 * @returns undefined if the string is not a regular expression, so the keyword checks nothing
 */
export function compiledPattern(pattern: string, budget?: StepBudget): PatternTest | undefined {
  // Schemas use the flag `u`. Older ones have escapes that it forbids.
  const unicode = nativePattern(pattern, 'u');
  const native = unicode ?? nativePattern(pattern, '');
  const parsed = parsePattern(pattern);
  if (native === undefined || typeof parsed === 'string') return native;
  // Without the flag `u`, these escapes repeat a letter.
  if (unicode === undefined && /\\[upPk][{<]/.test(pattern)) return native;
  const { parts, plain } = parsed;
  const steps = budget ?? new StepBudget();
  if (plain !== undefined) {
    const cost = plain.steps / NATIVE_STEPS;
    return {
      test(text) {
        if (budget === undefined) steps.restart();
        steps.spend(Math.ceil(plain.isEach ? cost * (text.length + 1) : cost), text);
        return native.test(text);
      },
    };
  }
  const tests = parts.map(({ node, wanted }) => ({ linear: new LinearPattern(node), wanted }));
  return {
    test(text) {
      if (budget === undefined) steps.restart();
      return tests.every(({ linear, wanted }) => linear.test(text, steps) === wanted);
    },
  };
}
