import type { JsonValue } from '@haft/schema';
import { isConstantObject, type Constant } from './constant.js';

/**
 * Returns a constant as a JSON value. Returns undefined for functions, regular expressions, bigints
 * and `NaN`.
 */
export function jsonConstant(value: Constant): JsonValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) {
    const items = (value as readonly Constant[]).map(jsonConstant);
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  if (!isConstantObject(value)) return undefined;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const json = entries.map(([name, one]) => [name, jsonConstant(one)] as const);
  return json.some(([, one]) => one === undefined) ? undefined : (Object.fromEntries(json) as JsonValue);
}
