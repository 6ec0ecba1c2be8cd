import { CALL_STATES, ROW_KINDS, type PendingFilter } from '@haft/runtime';
import { HttpProblem } from './http-problem.js';

/** Reads the filter of a list from the query of its address. */
export function readFilter(query: URLSearchParams): PendingFilter {
  const names = [...query.keys()];
  const wrong = names.find((name, index) => !NAMES.has(name) || names.indexOf(name) !== index);
  if (wrong !== undefined) throw invalid(wrong);
  const limit = countOf(query, 'limit');
  const olderThanMs = countOf(query, 'olderThanMs');
  if (limit !== undefined && (limit < 1 || limit > 200)) throw invalid('limit');
  const state = query.get('state');
  const kind = query.get('kind');
  if (state !== null && !isOneOf(CALL_STATES, state)) throw invalid('state');
  if (kind !== null && !isOneOf(ROW_KINDS, kind)) throw invalid('kind');
  return {
    limit: limit ?? 50,
    ...(olderThanMs === undefined ? {} : { olderThanMs }),
    ...(state === null ? {} : { states: [state] }),
    ...(kind === null ? {} : { kind }),
    ...textsOf(query),
  };
}

function textsOf(query: URLSearchParams): Pick<PendingFilter, (typeof TEXTS)[number]> {
  return Object.fromEntries(TEXTS.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
}

function countOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(name);
  return Number(text);
}

function isOneOf<Text extends string>(texts: readonly Text[], given: string): given is Text {
  return (texts as readonly string[]).includes(given);
}

function invalid(name: string): HttpProblem {
  return new HttpProblem(400, 'INVALID_QUERY', `The parameter '${name.slice(0, 40)}' of the query is invalid.`);
}

const TEXTS = ['tenantId', 'userId', 'tool', 'runId', 'after'] as const;
const NAMES: ReadonlySet<string> = new Set(['limit', 'olderThanMs', 'state', 'kind', ...TEXTS]);
