import type { JsonType } from '../json-schema.js';
import { keywordOf } from './keyword-of.js';

/** Returns whether a keyword checks values of a type. Unknown keywords may check all. */
export function checksType(keyword: string, type: JsonType): boolean {
  return keywordOf(keyword)?.types?.includes(type) !== false;
}
