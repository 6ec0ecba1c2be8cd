import type { Path } from '../../issues/issue.js';
import type { JsonSchemaObject, JsonType } from '../../json-schema.js';
import { keywordOf } from '../../keywords/keyword-of.js';
import { checksType } from '../../keywords/checks-type.js';
import { described, descriptionText } from './description.js';
import { isAnnotation } from './annotations.js';
import { whyLeftOut } from './left-out.js';
import { asJson } from './part.js';
import { ownEntry } from '../../values/own-entry.js';
import type { Rewriter } from './rewriter.js';

/**
 * Rewrites the keywords without special code. Each stays, moves into the description, or is removed
 * if it checks nothing.
 *
 * @param node - a rewritten schema of one type
 */
export function rewriteKeywords(
  node: JsonSchemaObject,
  type: JsonType | undefined,
  path: Path,
  { rules, report }: Pick<Rewriter, 'rules' | 'report'>,
): JsonSchemaObject {
  const kept: Record<string, unknown> = {};
  const moved: (readonly [string, unknown])[] = [];
  for (const [keyword, value] of Object.entries(node)) {
    const from = asJson(value);
    if (value === undefined) continue;
    const role = roleOf(keyword);
    const unneeded = whyLeftOut(keyword, value, node);
    const owner = ownEntry(OWNERS, keyword);
    if (role === 'structure') {
      if (keyword !== '$defs') report({ path, keyword, from, reason: 'it says nothing of a value' });
    } else if (type !== undefined && !checksType(keyword, type)) {
      report({ path, keyword, from, reason: `it says nothing of a value of type ${type}` });
    } else if (unneeded !== undefined) {
      report({ path, keyword, from, reason: unneeded });
    } else if (rules.says(keyword, value, type)) kept[keyword] = value;
    else if (owner !== undefined && (!Object.hasOwn(node, owner) || rules.ignored.includes(owner))) continue;
    else if (rules.ignored.includes(keyword)) report({ path, keyword, from, ...lost(rules.title, keyword) });
    else if (role === 'unknown') {
      report({ path, keyword, from, reason: `${rules.title} has no such keyword, and JSON Schema neither` });
    } else if (descriptionText([[keyword, value]]).length > LONGEST_MOVED) {
      report({ path, keyword, from, ...lost(rules.title, keyword) });
    } else moved.push([keyword, value]);
  }
  for (const [keyword, value] of moved) {
    const from = asJson(value);
    const to = descriptionText([[keyword, value]]);
    const reason = `${rules.title} does not take ${isAnnotation(keyword) ? 'the keyword' : 'this limit'}: it is told in the description`;
    report({ path, keyword, from, to, reason });
  }
  return described(kept, moved);
}

/** The longest moved keyword. A longer text would hide the description. */
const LONGEST_MOVED = 300;

function lost(title: string, keyword: string): { reason: string; loses: string } {
  return { reason: `${title} has no such keyword, and no short text can say it`, loses: `what '${keyword}' asks for` };
}

/** Keywords that check nothing without another one. */
const OWNERS: Readonly<Record<string, string>> = {
  ...{ then: 'if', else: 'if', minContains: 'contains', maxContains: 'contains' },
};

/** Keywords that do not check values, also of other versions. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'],
  ...['$defs', 'definitions'],
]);

/** Keywords of other versions that check values of every type. */
const OTHERS: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef', 'nullable']);

/** Returns the rule for a keyword. A target without a `moved` one has it in the description. */
function roleOf(keyword: string): 'structure' | 'moved' | 'unknown' {
  if (SAYS_NOTHING.has(keyword)) return 'structure';
  return OTHERS.has(keyword) || keywordOf(keyword) !== undefined ? 'moved' : 'unknown';
}
