/**
 * Writes a value as JSON with sorted keys and without white space, so equal values have equal
 * texts. Leaves out undefined properties.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries: [string, unknown][] = Object.entries(value);
    const present = entries.filter(([, one]) => one !== undefined);
    present.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${present.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
