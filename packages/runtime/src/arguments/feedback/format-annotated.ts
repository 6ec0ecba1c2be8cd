import { pathText, type Issue, type Path } from '@haft/schema';
import { describeReceived, hidesValue } from '@haft/schema/internal';
import { formatRetryPrompt, MOST_PROBLEMS } from './format-retry-prompt.js';
import { issueLine } from './issue-line.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { restText } from './rest-text.js';
import type { RetryPrompt } from './retry-formatter.js';
import { TRY_AGAIN } from './try-again.js';

/**
 * The arguments as JSON, with each problem beside the value that it is about. What has no problem is shortened to `{...}` or
 * `[...]`. Falls back to {@link formatRetryPrompt} where there are no arguments to mark, or too long ones.
 */
export function formatAnnotated(prompt: RetryPrompt): string {
  const { tool, refusal, sent, sensitive = [], repeated } = prompt;
  const value = typeof sent === 'string' ? parsed(sent) : sent;
  const isListed = refusal.problem !== undefined || repeated !== undefined || !isObject(value);
  if (isListed || refusal.issues.length === 0) return formatRetryPrompt(prompt);
  const shown = refusal.issues.slice(0, MOST_PROBLEMS);
  const marks = markTree(shown, value, sensitive);
  const lines = new Printer(sensitive).print(value, marks.tree, []);
  for (const issue of marks.elsewhere) lines.push(`- ${issueLine(issue)}`);
  const rest = refusal.issues.length - shown.length;
  if (rest > 0) lines.push(restText(rest, refusal.issues.length));
  const text = `Tool call validation failed for tool '${tool}':\n${lines.join('\n')}\n\n${TRY_AGAIN}`;
  return text.length > LONGEST_PROMPT ? formatRetryPrompt(prompt) : text;
}

/** The problems as a tree of the places where they are. */
interface Mark {
  issue?: Issue;
  readonly inside: Map<string | number, Mark>;
}

/** Problems of places that the arguments do not have, or that nobody may look into, are told elsewhere. */
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

/** Whether something around the place is sensitive: the names beside it are then, too. */
function isInside(sensitive: readonly Path[], path: Path): boolean {
  return path.length > 0 && hidesValue(sensitive, path.slice(0, -1), {});
}

/** Whether every value on the way to the last key is there. */
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

  /** The lines of a list or object. Goes only as deep as the problems do. */
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

  /** Of a list only the items with problems; the others would bury them. */
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

  /** Where anything is sensitive, only what was checked is shown: the value of an unknown name may be a misspelt secret. */
  private valueText(value: unknown, issue: Issue | undefined, path: Path): string {
    if (issue?.received === '(hidden)' || hidesValue(this.sensitive, path, value)) return '(hidden)';
    return this.sensitive.length > 0 && issue === undefined ? '...' : valueText(value);
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
