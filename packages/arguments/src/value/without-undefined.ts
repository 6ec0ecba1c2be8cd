/** Copies a value within the limits, without its `undefined` properties. */
export function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutUndefined);
  const present = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(present.map(([key, one]) => [key, withoutUndefined(one)]));
}
