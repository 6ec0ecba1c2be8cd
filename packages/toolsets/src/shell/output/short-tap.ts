/**
 * Shortens TAP, which `node --test` writes, for a reader who wants to know what failed: leaves
 * out passed tests, titles that a result repeats, and details that say nothing new.
 * Returns other text as it is.
 *
 * @see https://testanything.org/tap-version-14-specification.html
 */
export function shortTap(text: string): string {
  if (!text.startsWith('TAP version')) return text;
  const kept: string[] = [];
  /** The details of a test, and whether it failed. */
  let details: { readonly indent: number; readonly areShown: boolean } | undefined;
  let hasPassed = false;
  let isShort = false;
  for (const line of text.split('\n')) {
    const content = line.trimStart();
    const indent = line.length - content.length;
    if (details !== undefined && content !== '' && indent < details.indent) details = undefined;
    const end = details?.indent === indent && content.startsWith('...');
    if (details === undefined) {
      if (content.startsWith('---')) details = { indent, areShown: !hasPassed };
      hasPassed = PASSED.test(content) && !DIRECTIVE.test(content);
      isShort ||= hasPassed;
      if (details?.areShown !== false && !hasPassed && !isNoise(content, indent)) kept.push(line);
    } else if (details.areShown && !(details.indent === indent && PLAIN_DETAIL.test(content))) kept.push(line);
    if (end) details = undefined;
  }
  return [...kept, ...(isShort ? ['(Passed tests are not shown.)'] : [])].join('\n');
}

const PASSED = /^ok \d/;
const DIRECTIVE = /# (?:skip|todo)/i;

/** A title that the result repeats, the number of inner tests, counts of nothing, the time. */
function isNoise(content: string, indent: number): boolean {
  return content.startsWith('# Subtest:') || EMPTY_COUNT.test(content) || (indent > 0 && PLAN.test(content));
}

const PLAN = /^1\.\.\d+$/;
const EMPTY_COUNT = /^# (?:(?:suites|cancelled|skipped|todo) 0|duration_ms [\d.]+)$/;

/** A detail that the error, or the two values, say as well. */
const PLAIN_DETAIL =
  /^(?:duration_ms: |type: |failureType: 'testCodeFailure'|name: 'AssertionError'|code: 'ERR_(?:ASSERTION|TEST_FAILURE)'|operator: '(?:==|(?:deepS|s)trictEqual|deepEqual)')/;
