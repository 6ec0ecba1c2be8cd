import { take, type ReadForm } from '../with-forms.js';

/* The forms in which models know similar tools: editors, servers of MCP, grep and glob. */

/** Reads lines by numbers next to the path: `{ path, offset, limit }`, `{ path, view_range }`. */
const readForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const [path, ...others] = [take(left, ['paths'])].flat();
  const range = rangeOf(left);
  if (typeof path !== 'string' || others.length > 0 || range === undefined) return undefined;
  return { ...Object.fromEntries(left), paths: [`${path}:${range}`] };
};

/** Reads the one edit of `{ path, old_string, new_string, replace_all }`. */
const editForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const old = take(left, ['old', 'oldstring', 'oldstr', 'oldtext', 'search', 'find']);
  if (old === undefined || left.has('edits')) return undefined;
  const edit = {
    old,
    new: take(left, ['new', 'newstring', 'newstr', 'newtext', 'replace', 'replacement']),
    all: take(left, ['all', 'replaceall']),
  };
  return { ...Object.fromEntries(left), edits: [present(edit)] };
};

/** Reads a folder next to a pattern, and `recursive`. */
const listForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const recursive = take(left, ['recursive']);
  const pattern = take(left, FOLDERS_AND_PATTERNS);
  if (recursive === undefined && pattern === undefined) return undefined;
  const path = take(left, ['path']) ?? '.';
  const joined = pattern === undefined ? path : joinedPath(path, pattern, false);
  if (typeof joined !== 'string') return undefined;
  const isPattern = GLOB.test(joined);
  const deep = recursive === true && !isPattern ? joinedPath(joined, '**', false) : joined;
  return { ...Object.fromEntries(left), path: deep };
};

/** Reads the regular expression of a grep, and its files. */
const searchForm: ReadForm = (given) => {
  const left = new Map(Object.entries(given));
  const before = left.size;
  const pattern = left.has('query') ? undefined : take(left, ['pattern', 'regexpattern']);
  const more = take(left, FOLDERS_AND_PATTERNS);
  const mode = take(left, ['outputmode']);
  const around = [take(left, ['a']), take(left, ['b'])].filter((one) => one !== undefined);
  const isCaseSensitive = take(left, ['casesensitive']);
  const numbers = take(left, ['n', 'shownumbers', 'linenumbers', 'showlinenumbers']);
  if (left.size === before || numbers === false) return undefined;
  const path = more === undefined ? undefined : joinedPath(left.get('path') ?? '.', more, true);
  if (more !== undefined && path === undefined) return undefined;
  const found = {
    query: pattern,
    regex: typeof pattern === 'string' && SPECIAL.test(pattern) ? true : undefined,
    path,
    counts: mode === undefined || mode === 'content' ? undefined : true,
    context: around.length === 0 ? undefined : Math.max(...around.map(Number)),
    ignoreCase: isCaseSensitive === false ? true : undefined,
  };
  return { ...Object.fromEntries(left), ...present(found) };
};

const FOLDERS_AND_PATTERNS = [
  ...['pattern', 'glob', 'globpattern', 'include', 'includepattern', 'filepattern'],
  ...['directory', 'dir', 'dirpath', 'folder'],
];
const GLOB = /[*?[{]/;
/** Characters that a regular expression does not read as themselves. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/;

/** Joins a folder and a pattern, in any order. Returns undefined if their order is not clear. */
function joinedPath(one: unknown, other: unknown, isDeep: boolean): string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string' || GLOB.test(one) === GLOB.test(other)) return undefined;
  const [pattern, folder] = GLOB.test(one) ? [one, other] : [other, one];
  const inside = pattern.replace(/^\.\//, '');
  const root = folder.replace(/\/+$/, '');
  if (inside.startsWith('/')) return undefined;
  const deep = isDeep && !inside.includes('/') ? `**/${inside}` : inside;
  return root === '' || root === '.' ? deep : `${root}/${deep}`;
}

/** Removes the numbers of lines from `left`, and returns them as `10-40` or `-50`. */
function rangeOf(left: Map<string, unknown>): string | undefined {
  const view = take(left, ['viewrange', 'range', 'lines']);
  const [from, to] = Array.isArray(view) && view.length === 2 ? (view as unknown[]) : [];
  const given = [
    take(left, ['tail']),
    take(left, ['head']),
    from ?? take(left, ['offset', 'start', 'startline', 'firstline', 'linestart']),
    to ?? take(left, ['end', 'endline', 'lastline', 'lineend']),
    take(left, ['limit', 'count', 'maxlines', 'numlines']),
  ];
  if (given.some((one) => one !== undefined && !Number.isSafeInteger(one))) return undefined;
  const [tail, head, first, last, count] = given as (number | undefined)[];
  if (tail !== undefined) return `-${tail}`;
  if (head !== undefined) return `1-${head}`;
  if (first === undefined && last === undefined && count === undefined) return undefined;
  if (first !== undefined && first < 0) return last === undefined && count === undefined ? `${first}` : undefined;
  const start = Math.max(first ?? 1, 1);
  if (last !== undefined && last !== -1) return `${start}-${last}`;
  return count === undefined ? `${start}-` : `${start}-${start + count - 1}`;
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The forms by the tool that reads them. */
export const FILE_FORMS = {
  file_read: readForm,
  file_edit: editForm,
  file_list: listForm,
  file_search: searchForm,
};
