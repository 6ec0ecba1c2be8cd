import type { JsonValue } from '@haft/schema';

type Schema = boolean | { readonly [keyword: string]: unknown };

/**
 * JSON values around a schema of draft 7 or 2020-12: some that it takes, and for each place some
 * that are off by one thing. Two schemas that say the same for the values around both of them mean
 * the same, for all that these tests care.
 */
export function valuesAround(root: Schema): readonly JsonValue[] {
  const values = new Map<string, JsonValue>();
  for (const value of [...around(root, root, 0), ...PROBES]) values.set(JSON.stringify(value), value);
  return [...values.values()];
}

const PROBES: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  1.5,
  -1,
  '',
  'text',
  [],
  ['text'],
  [1],
  {},
  { unknown: 1 },
];

function around(schema: Schema, root: Schema, depth: number): readonly JsonValue[] {
  if (typeof schema === 'boolean' || depth > 7) return ['any'];
  if (typeof schema['$ref'] === 'string') return around(resolve(schema['$ref'], root), root, depth + 1);
  if ('const' in schema) return [schema['const'] as JsonValue];
  if (Array.isArray(schema['enum'])) return schema['enum'] as JsonValue[];
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly Schema[] | undefined;
  if (branches !== undefined) return branches.flatMap((one) => around(one, root, depth + 1));
  const types = [schema['type'] ?? (schema['properties'] === undefined ? 'any' : 'object')].flat() as string[];
  return types.flatMap((type) => ofType(type, schema, root, depth));
}

function ofType(
  type: string,
  schema: { readonly [keyword: string]: unknown },
  root: Schema,
  depth: number,
): readonly JsonValue[] {
  switch (type) {
    case 'string':
      return texts(schema as TextSchema);
    case 'number':
    case 'integer':
      return numbers(schema as { minimum?: number; maximum?: number });
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    case 'array':
      return arrays(schema, root, depth);
    case 'object':
      return objects(schema, root, depth);
    default:
      return ['any', 1, null, { a: 1 }];
  }
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-31T09:00:00Z', '2026-01-31', 'x'],
  date: ['2026-01-31', 'x'],
  email: ['a@example.com', 'x'],
  hostname: ['example.com', '-'],
  ipv4: ['127.0.0.1', 'x'],
  ipv6: ['::1', 'x'],
  uri: ['https://example.com', 'x y'],
  'uri-reference': ['a/b', 'x y'],
  'uri-template': ['a/{b}', 'x{'],
  'json-pointer': ['/a/b', 'a'],
};

const TEXTS = [
  ...[
    'text',
    'mystring-a1',
    'mystring-abcdefg',
    'AB12-abc_123',
    '0a1b2c',
    '@',
    '@a',
    '@12',
    '@1.5',
    '@-1',
    'a@',
    '12@',
    '1.5@',
  ],
  ...['a@1', 'a@-1.5', 'a.b', '@true', '@null', ''],
];

interface TextSchema {
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
}

/** Those that match come first, so that objects around them can be right as a whole. */
function texts({ format, pattern, minLength = 0 }: TextSchema): readonly string[] {
  const all = format === undefined ? TEXTS : (FORMATS[format] ?? TEXTS);
  const expression = new RegExp(pattern ?? '', 'u');
  const matches = (text: string): boolean => expression.test(text) && text.length >= minLength;
  return [...all.filter(matches), ...all.filter((text) => !matches(text))];
}

function numbers({
  minimum = 0,
  maximum,
}: {
  readonly minimum?: number;
  readonly maximum?: number;
}): readonly number[] {
  const edges = maximum === undefined ? [] : [maximum - 1, maximum, maximum + 1];
  return [minimum, minimum + 1, minimum - 1, minimum + 0.5, ...edges];
}

function arrays(schema: { readonly [keyword: string]: unknown }, root: Schema, depth: number): readonly JsonValue[] {
  const prefix = (schema['prefixItems'] ??
    (Array.isArray(schema['items']) ? schema['items'] : [])) as readonly Schema[];
  const rest = Array.isArray(schema['items'])
    ? (schema['additionalItems'] as Schema | undefined)
    : (schema['items'] as Schema | undefined);
  const first = prefix.map((one) => around(one, root, depth + 1)[0] ?? 'any');
  const others = rest === undefined || rest === false ? ['any'] : around(rest, root, depth + 1);
  const least = (schema['minItems'] ?? 0) as number;
  const filled = [...first, ...Array.from({ length: Math.max(0, least - first.length) }, () => others[0] ?? 'any')];
  return [
    filled,
    ...filled.map((_, index) => filled.slice(0, index)),
    first,
    ...others.map((one) => [...first, one]),
    ...others.slice(0, 2).map((one) => [...first, one, one, one]),
    ...prefix.flatMap((one, index) =>
      around(one, root, depth + 1).map((value) => first.map((before, at) => (at === index ? value : before))),
    ),
    ...first.map((_, index) => first.map((before, at) => (at === index ? { wrong: true } : before))),
  ];
}

function objects(schema: { readonly [keyword: string]: unknown }, root: Schema, depth: number): readonly JsonValue[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const choices = properties.map(([name, one]) => [name, around(one, root, depth + 1)] as const);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const all = Object.fromEntries(choices.map(([name, values]) => [name, values[0] ?? 'any']));
  const least = Object.fromEntries(Object.entries(all).filter(([name]) => required.has(name)));
  const named = ['a', 'b', '1', '12', '-1', '1.5', '01'];
  const open = (schema['additionalProperties'] ?? Object.values((schema['patternProperties'] ?? {}) as object)[0]) as
    Schema | undefined;
  const others =
    open === undefined || typeof open === 'boolean' ? (['x', 1] as JsonValue[]) : around(open, root, depth + 1);
  return [
    all,
    least,
    ...choices.map(([name]) => without(all, name)),
    ...choices.flatMap(([name, values]) =>
      values.slice(0, depth > 2 ? 4 : 14).map((value) => ({ ...all, [name]: value })),
    ),
    ...choices.flatMap(([name]) => [null, 'wrong', 7, []].map((value) => ({ ...all, [name]: value }))),
    ...named.flatMap((name) => others.slice(0, 3).map((value) => ({ ...least, [name]: value }))),
  ];
}

function without(object: Readonly<Record<string, JsonValue>>, name: string): JsonValue {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}

function resolve(reference: string, root: Schema): Schema {
  const names = reference
    .slice(2)
    .split('/')
    .map((one) => decodeURIComponent(one));
  let found: unknown = root;
  for (const name of names) found = (found as Readonly<Record<string, unknown>>)[name];
  return found as Schema;
}
