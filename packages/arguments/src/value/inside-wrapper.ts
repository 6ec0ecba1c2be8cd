import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { ArgumentCheck, ArgumentLimits } from '../accepted-arguments.js';
import { insideOf } from './opened-values.js';

type Arguments = Readonly<Record<string, JsonValue>>;

/** The arguments inside of an object with one name. */
export interface Wrapped {
  readonly name: string;
  readonly inside: Arguments;
  /** Whether the tool may also have an argument of this name. */
  readonly mayBeProperty: boolean;
}

/**
 * Returns the arguments in `{ parameter: {...} }`, where the tool has one object parameter, or in
 * `{ "arguments": {...} }`. A wrapper must not be an argument of the tool. It may also have the
 * name of the tool next to it: `{ "name": "order_find", "arguments": {...} }`.
 */
export function insideWrapper(
  { envelope, schema }: Pick<ArgumentCheck, 'envelope' | 'schema'>,
  value: unknown,
  limits: ArgumentLimits,
): Wrapped | undefined {
  if (!isObject(value)) return undefined;
  const sent = value as Arguments;
  const keys = Object.keys(sent);
  if (keys.length > 2) return undefined;
  const [name = '', ...others] = keys.filter((key) => key !== 'name' || typeof sent[key] !== 'string');
  const isEnvelope = name === envelope && keys.length === 1;
  if (others.length > 0 || !(isEnvelope || WRAPPERS.has(name))) return undefined;
  const properties = schema().properties ?? {};
  const mayBeProperty = keys.some((key) => Object.hasOwn(properties, key));
  if (mayBeProperty && !isEnvelope) return undefined;
  const inside = isEnvelope || isObject(sent[name]) ? sent[name] : insideOf(sent[name], limits);
  return isObject(inside) ? { name, inside: inside as Arguments, mayBeProperty } : undefined;
}

/** The names that models put around arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'args', 'parameters', 'params', 'input', 'tool_input']);
