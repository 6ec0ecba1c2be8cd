import type { Issue, Path } from '@haft/schema';
import { isObject, pathText } from '@haft/schema/basics';
import { declaresSensitive, describeReceived, hidesValue } from '@haft/schema/internal';
import { tryParseJson } from '../text/try-parse-json.js';
import { formatRetryPrompt, MOST_PROBLEMS, restText, requirePrompt } from './format-retry-prompt.js';
import { issueLine } from './issue-line.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { LAST_LINE } from './model-retry-text.js';
import type { RetryPrompt } from './retry-formatter.js';
import { headingOf } from './heading.js';

/**
 * Writes the arguments as JSON with each problem next to its value. Other values are `{...}` or
 * `[...]`. Calls {@link formatRetryPrompt} if the arguments are not an object, are too long, or
 * repeat a problem.
 */
export function formatAnnotated(prompt: RetryPrompt): string {
  requirePrompt('formatAnnotated', prompt);
  const { tool, refusal, sent, sensitive = [], repeated } = prompt;
  const value = typeof sent === 'string' ? tryParseJson(sent) : sent;
  const isListed = refusal.problem !== undefined || repeated !== undefined || !isObject(value);
  if (isListed || refusal.issues.length === 0) return formatRetryPrompt(prompt);
  const shown = refusal.issues.slice(0, MOST_PROBLEMS);
  const marks = markTree(shown, value, sensitive);
  const lines = new Printer(sensitive).print(value, marks.tree, []);
  for (const issue of marks.elsewhere) lines.push(`- ${issueLine(issue)}`);
  const rest = refusal.issues.length - shown.length;
  if (rest > 0) lines.push(restText(rest, refusal.issues.length));
  const text = `${headingOf(tool)}\n${lines.join('\n')}${LAST_LINE}`;
  return text.length > LONGEST_PROMPT ? formatRetryPrompt(prompt) : text;
}

/** The issues as a tree of their places. */
interface Mark {
  issue?: Issue;
  readonly inside: Map<string | number, Mark>;
}

/** Builds the tree. Issues at missing or sensitive places are in `elsewhere`. */
function markTree(
  issues: readonly Issue[],
  root: unknown,
  sensitive: readonly Path[],
): { readonly tree: Mark; readonly elsewhere: readonly Issue[] } {
  const tree: Mark = { inside: new Map() };
  const elsewhere = issues.filter((issue) => isInside(sensitive, issue.path) || !addMark(tree, issue, root));
  return { tree, elsewhere };
}

function addMark(tree: Mark, issue: Issue, root: unknown): boolean {
  if (!hasPlace(root, issue.path)) return false;
  let mark = tree;
  for (const key of issue.path) {
    const next = mark.inside.get(key) ?? { inside: new Map() };
    mark.inside.set(key, next);
    mark = next;
  }
  mark.issue ??= issue;
  return true;
}

/** Returns whether a value around the place is sensitive. Then its names are sensitive, too. */
function isInside(sensitive: readonly Path[], path: Path): boolean {
  return path.length > 0 && hidesValue(sensitive, path.slice(0, -1), {});
}

/** Returns whether the list or object around the last key exists. */
function hasPlace(root: unknown, path: Path): boolean {
  let value = root;
  for (const key of path.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return path.length === 0 || (typeof value === 'object' && value !== null);
}

class Printer {
  constructor(private readonly sensitive: readonly Path[]) {}

  /** Returns the lines of a list or object, down to the deepest problem. */
  print(value: object, mark: Mark, path: Path): string[] {
    const isArray = Array.isArray(value);
    const opening = isArray ? '[' : '{';
    const lines = [mark.issue === undefined ? opening : `${opening} // ${problemOf(mark.issue)}`];
    const indent = '  '.repeat(path.length + 1);
    for (const [key, child] of this.entriesOf(value, mark)) {
      const label = isArray ? '' : `${JSON.stringify(key)}: `;
      const inside = this.entry(child, mark.inside.get(key), [...path, key]);
      lines.push(`${indent}${label}${inside[0] ?? ''}`, ...inside.slice(1));
    }
    for (const [key, { issue }] of mark.inside) {
      if (issue !== undefined && !Object.hasOwn(value, key))
        lines.push(`${indent}// ${pathText([key])}: ${problemOf(issue)}`);
    }
    lines.push(`${indent.slice(2)}${isArray ? ']' : '}'}`);
    return lines;
  }

  /** Returns all properties of an object, but only the items of a list that have problems. */
  private entriesOf(value: object, mark: Mark): readonly [string | number, unknown][] {
    if (!Array.isArray(value)) return Object.entries(value);
    return value.flatMap((item, i): [number, unknown][] => (mark.inside.has(i) ? [[i, item]] : []));
  }

  private entry(child: unknown, mark: Mark | undefined, path: Path): string[] {
    if (mark !== undefined && mark.inside.size > 0 && typeof child === 'object' && child !== null) {
      const [first = '', ...lines] = this.print(child, mark, path);
      const position = path.at(-1);
      const last = lines.pop() ?? '';
      return [typeof position === 'number' ? `${first} // item ${position}` : first, ...lines, `${last},`];
    }
    const text = this.valueText(child, mark?.issue, path);
    return [mark?.issue === undefined ? `${text},` : `${text}, // ${problemOf(mark.issue)}`];
  }

  /** If the tool has sensitive values, shows only values with issues: others may be misspelt. */
  private valueText(value: unknown, issue: Issue | undefined, path: Path): string {
    if (issue?.received === '(hidden)' || hidesValue(this.sensitive, path, value)) return '(hidden)';
    return issue === undefined && declaresSensitive(this.sensitive) ? '...' : valueText(value);
  }
}

function problemOf({ expected, suggestion, message }: Issue): string {
  if (message !== undefined) return message.replace(/\s+/g, ' ');
  return suggestion === undefined
    ? `expected ${expected}`
    : `expected ${expected}; did you mean ${JSON.stringify(suggestion)}?`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[...]';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{}' : '{...}';
  return describeReceived(value);
}
