import * as classValidator from 'class-validator';

/** One group of recorded values: decorators, and the values that they accept and reject. */
export interface ValueGroup {
  readonly suite: string;
  readonly decorators: readonly { readonly decorator: string; readonly args: readonly unknown[] }[];
  readonly accept: readonly unknown[];
  readonly reject: readonly { readonly value: unknown }[];
  readonly portable: boolean;
}

/** The file of the recorded groups. */
export const VALUE_GROUPS = 'class-validator/decorator-values.json';

/** Returns the value of a tagged one, or undefined for a value that is only described. */
export function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  const tagged = value as Readonly<Record<string, unknown>>;
  if ('$undefined' in tagged) return undefined;
  if ('$date' in tagged) return new Date(tagged['$date'] as string);
  if ('$number' in tagged) return Number(tagged['$number']);
  if ('$regexp' in tagged) return new RegExp(tagged['$regexp'] as string, tagged['flags'] as string);
  return Object.fromEntries(Object.entries(tagged).map(([key, one]) => [key, decoded(one)]));
}

/** Whether a value can be an argument: JSON has no dates, no NaN, no functions. */
export function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isJson);
  const keys = Object.keys(value);
  if (
    keys.some((key) => ['$date', '$number', '$regexp', '$function', '$class', '$map', '$set', '$symbol'].includes(key))
  ) {
    return false;
  }
  return Object.values(value).every((one) => isJson(one));
}

/** An argument of a decorator as TypeScript source. */
export function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const tagged = value as Readonly<Record<string, unknown>>;
  if ('$undefined' in tagged) return 'undefined';
  if ('$date' in tagged) return `new Date(${JSON.stringify(tagged['$date'])})`;
  if ('$regexp' in tagged)
    return `new RegExp(${JSON.stringify(tagged['$regexp'])}, ${JSON.stringify(tagged['flags'])})`;
  if ('$function' in tagged) return '() => null';
  return `{ ${Object.entries(tagged)
    .map(([key, one]) => `${JSON.stringify(key)}: ${sourceOf(one)}`)
    .join(', ')} }`;
}

/** A class with the decorators on its property `someProperty`, made at run time. */
export function classOf(decorators: ValueGroup['decorators']): new () => object {
  class Dto {}
  const decoratorOf = classValidator as unknown as Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>;
  for (const { decorator, args } of [...decorators].reverse()) {
    decoratorOf[decorator]?.(...args.map(decoded))(Dto.prototype, 'someProperty');
  }
  return Dto;
}

/** class-validator's own verdict. */
export async function accepts(dto: new () => object, value: unknown): Promise<boolean> {
  const instance = new dto() as Record<string, unknown>;
  if (value !== undefined) instance['someProperty'] = value;
  return (await classValidator.validate(instance)).length === 0;
}
