import { isObject, type Body } from '../support/fake-api.js';

/** The fields of an object, as the types of an SDK list them. */
export type FieldsOf<T> = Readonly<Record<keyof T, true>>;

/** Returns the first field that the types of the SDK do not have. */
export function unknownField(given: unknown, known: Readonly<Record<string, true>>): string | undefined {
  const field = Object.keys(isObject(given) ? given : {}).find((key) => !Object.hasOwn(known, key));
  return field === undefined ? undefined : `Unknown parameter: '${field}'.`;
}

/** Returns the first problem of a list. */
export function firstOf<T>(items: readonly T[], problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the objects in a list of a request. */
export function objects(list: unknown): readonly Body[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
