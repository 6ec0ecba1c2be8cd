import type { StringFormat } from '../formats/formats.js';
import { compiledPattern } from '../patterns/compiled-pattern.js';
import { PatternLimitError } from '../patterns/pattern-limit-error.js';
import { StepBudget } from '../patterns/step-budget.js';
import { codePointLength } from '../strings/code-points.js';
import { textMatching } from './text-matching.js';

/** The longest text of a pattern that is put into an example, in characters. */
const LONGEST_PART = 64;
/** The texts of a pattern that are tried. */
const MOST_PARTS = 3;

/** A format, a pattern and a length that a text must have. */
export interface TextOfFormat {
  readonly format: StringFormat;
  readonly pattern: string;
  /** In code points. */
  readonly shortest: number;
  /** In code points. */
  readonly longest: number;
}

/**
 * Returns a text of a format that matches a pattern, or undefined if none was found. Puts a text of
 * the pattern into an example of the format: `@acme.com` gives `ada@acme.com`.
 *
 * @param base - an example of the format
 */
export function textOfFormat(wanted: TextOfFormat, base: string): string | undefined {
  const { format, pattern, shortest, longest } = wanted;
  // All texts together take the steps of one check.
  const expression = compiledPattern(pattern, new StepBudget());
  if (expression === undefined) return undefined;
  try {
    for (const part of partsOf(pattern)) {
      for (const text of joined(base, part)) {
        const length = codePointLength(text);
        if (length >= shortest && length <= longest && format.test(text) && expression.test(text)) return text;
      }
    }
  } catch (error) {
    if (!(error instanceof PatternLimitError)) throw error;
  }
  return undefined;
}

function partsOf(pattern: string): ReadonlySet<string> {
  const parts = new Set<string>();
  for (let variant = 0; variant < MOST_PARTS; variant++) {
    const text = textMatching(pattern, 0, LONGEST_PART, variant);
    if (text !== undefined && text !== '') parts.add(text);
  }
  return parts;
}

/** Yields texts in which a part is inserted at, or replaces characters from, each place. */
function* joined(base: string, part: string): Generator<string> {
  for (let at = base.length; at >= 0; at--) {
    const [before, after] = [base.slice(0, at), base.slice(at)];
    yield before + part;
    yield before + part + after.slice(part.length);
    yield before + part + after;
  }
  for (let end = 1; end <= base.length; end++) yield part + base.slice(end);
}
