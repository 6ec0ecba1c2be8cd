import type { JsonType } from '../../json-schema.js';
import { keywordOf } from '../../keywords/keyword-of.js';

/** Returns whether a keyword says something about values of a type. Unknown ones may. */
export function keywordType(keyword: string, type: JsonType): boolean {
  return keywordOf(keyword)?.types?.includes(type) !== false;
}

/** Returns whether a keyword says nothing about which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return keywordOf(keyword)?.isAnnotation === true;
}
