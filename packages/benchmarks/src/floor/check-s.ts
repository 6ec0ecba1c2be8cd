import { hasOthers, isInteger, isObject, isText } from './checks.js';
import { Problems, type Problem } from './problems.js';

const KEYS = new Set(['query', 'limit']);

/** Returns the problems of an S, or undefined if there are none. */
export function checkS(value: unknown): readonly Problem[] | undefined {
  return isS(value) ? undefined : explain(value);
}

function isS(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['query']) &&
    value['query'].length > 0 &&
    (value['limit'] === undefined || isInteger(value['limit'], 1, 100)) &&
    !hasOthers(value, KEYS)
  );
}

function explain(value: unknown): readonly Problem[] | undefined {
  if (!isObject(value)) return [{ path: '', message: 'must be object' }];
  const problems = new Problems();
  const { query, limit } = value;
  if (!isText(query) || query.length === 0) problems.add('query', 'must be a non-empty string');
  if (limit !== undefined && !isInteger(limit, 1, 100)) problems.add('limit', 'must be an integer from 1 to 100');
  problems.refuseOthers(value, KEYS, '');
  return problems.list;
}
