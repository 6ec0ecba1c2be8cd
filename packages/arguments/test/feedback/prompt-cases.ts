import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';

/** A call that Haft rejects. Its text is under the same title in `fixtures/prompts.md`. */
export interface PromptCase {
  readonly title: string;
  readonly tool: string;
  readonly schema: JsonSchemaObject;
  readonly sent: unknown;
  readonly sensitive?: readonly Path[];
  readonly envelope?: string;
  /** The same problem came back. */
  readonly repeated?: true;
  readonly annotated?: true;
}

/** Returns a closed object. Names that end in `?` are optional. */
function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchemaObject {
  const names = Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ''), schema] as const);
  const required = Object.keys(properties).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties: Object.fromEntries(names), required, additionalProperties: false };
}

const string: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };

const search = object({
  query: { type: 'string', minLength: 1 },
  'max_results?': { type: 'integer', minimum: 1, maximum: 100 },
  'lang?': { enum: ['en', 'de', 'fr'] },
  'filters?': { type: 'array', items: object({ field: string, 'since?': { type: 'string', format: 'date-time' } }) },
});

const file = object({
  path: { type: 'string', minLength: 1 },
  'limit?': { type: 'integer', minimum: 1, maximum: 2000 },
});

const order = object({
  customer: object({ name: string, email: { type: 'string', format: 'email' } }),
  items: {
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: object({ sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, quantity: { type: 'integer', minimum: 1 } }),
  },
  'shipping?': {
    anyOf: [object({ kind: { const: 'pickup' }, shop: string }), object({ kind: { const: 'post' }, address: string })],
  },
});

const login = object({
  user: string,
  password: { type: 'string', minLength: 12 },
  'options?': object({ 'token?': integer }),
});
const secrets: readonly Path[] = [['password'], ['options', 'token']];

const one = (schema: JsonSchema, required = true): JsonSchemaObject =>
  object({ [required ? 'value' : 'value?']: schema });
const value = (title: string, schema: JsonSchema, sent: unknown): PromptCase => ({
  title,
  tool: 'set_value',
  schema: one(schema),
  sent: sent === undefined ? {} : { value: sent },
});

/** Every kind of problem that a model can be told about. */
export const PROMPT_CASES: readonly PromptCase[] = [
  {
    title: 'several problems at several depths',
    tool: 'search_web',
    schema: search,
    sent: { query: 'haft', max_results: 500, lang: 'english', filters: [{ field: 'date', since: 'yesterday' }] },
  },
  { title: 'a missing argument', tool: 'file_read', schema: file, sent: {} },
  { title: 'no arguments at all', tool: 'file_read', schema: file, sent: '' },
  { title: 'an empty text', tool: 'file_read', schema: file, sent: { path: '' } },
  { title: 'a misspelt name', tool: 'file_read', schema: file, sent: { pth: 'a.txt' } },
  {
    title: 'an unknown name that nothing is near to',
    tool: 'file_read',
    schema: file,
    sent: { path: 'a', encoding: 'utf8' },
  },
  {
    title: 'an unknown property of an item',
    tool: 'search_web',
    schema: search,
    sent: { query: 'a', filters: [{ field: 'x', sinse: '2026' }] },
  },
  {
    title: 'a nested property',
    tool: 'place_order',
    schema: order,
    sent: { customer: { name: 'Ada', email: 'ada' }, items: [{ sku: 'ABC-1234', quantity: 1 }] },
  },
  {
    title: 'a pattern and a bound in a list',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: [
        { sku: 'ABC-1234', quantity: 0 },
        { sku: 'abc', quantity: 1 },
      ],
    },
  },
  {
    title: 'an empty list that needs an item',
    tool: 'place_order',
    schema: order,
    sent: { customer: { name: 'Ada', email: 'ada@example.com' }, items: [] },
  },
  {
    title: 'a list that is too long',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: new Array(5).fill({ sku: 'ABC-1234', quantity: 1 }),
    },
  },
  {
    title: 'a union: the branch that its kind names',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: [{ sku: 'ABC-1234', quantity: 1 }],
      shipping: { kind: 'post', adress: 'Oslo' },
    },
  },
  {
    title: 'a union: a kind that there is not',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: [{ sku: 'ABC-1234', quantity: 1 }],
      shipping: { kind: 'mail', address: 'Oslo' },
    },
  },
  {
    title: 'a union: no kind',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: [{ sku: 'ABC-1234', quantity: 1 }],
      shipping: { address: 'Oslo' },
    },
  },
  {
    title: 'a union: not even an object',
    tool: 'place_order',
    schema: order,
    sent: {
      customer: { name: 'Ada', email: 'ada@example.com' },
      items: [{ sku: 'ABC-1234', quantity: 1 }],
      shipping: 'post',
    },
  },
  value('a text for a number', { type: 'number' }, 'three'),
  value('a number for a text', string, 500),
  value('a fraction for an integer', integer, 5.5),
  value('a number below its least value', { type: 'number', minimum: 0 }, -1),
  value('a number above its greatest value', { type: 'number', maximum: 1 }, 1.5),
  value('a number that must be greater', { type: 'number', exclusiveMinimum: 0 }, 0),
  value('a number between open bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 1),
  value('an integer between open bounds', { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 }, 10),
  value('a multiple', { type: 'integer', minimum: 0, maximum: 100, multipleOf: 5 }, 7),
  value('a number that must be one value', { type: 'integer', minimum: 3, maximum: 3 }, 4),
  {
    title: 'an integer that is too large to be exact',
    tool: 'get_user',
    schema: object({ id: integer }),
    sent: '{"id":12345678901234567890}',
  },
  value('null for a text', string, null),
  value('null for a number that is required', integer, null),
  value('a text that is too short', { type: 'string', minLength: 3 }, 'ab'),
  value('a text that is too long', { type: 'string', maxLength: 10 }, 'this is a text of many characters'),
  value('a text of an exact length', { type: 'string', minLength: 2, maxLength: 2 }, 'DEU'),
  value('a text of a range of lengths', { type: 'string', minLength: 1, maxLength: 120 }, ''),
  value('a text of many characters', { type: 'string', maxLength: 100 }, 'long '.repeat(100)),
  value('a text with line breaks', { enum: ['yes', 'no'] }, 'maybe\nlater'),
  value('a pattern', { type: 'string', pattern: '^[a-z]+$' }, 'A1'),
  value('a date-time without a zone', { type: 'string', format: 'date-time' }, '2026-01-31T09:00:00'),
  value('a date-time that is only a date', { type: 'string', format: 'date-time' }, '2026-01-31'),
  value('a day that there is not', { type: 'string', format: 'date' }, '2026-02-30'),
  value('an email address', { type: 'string', format: 'email', maxLength: 254 }, 'ada at example'),
  value('a URI', { type: 'string', format: 'uri' }, 'example.com'),
  value('a UUID', { type: 'string', format: 'uuid' }, '42'),
  value('an IPv4 address', { type: 'string', format: 'ipv4' }, '300.1.1.1'),
  value('bytes', { type: 'string', contentEncoding: 'base64' }, 'no base64!'),
  value('one allowed value', { const: 'v2' }, 'v1'),
  value('an allowed value in other words', { enum: ['ascending', 'descending'] }, 'asc'),
  value('an allowed value with a typing mistake', { enum: ['celsius', 'fahrenheit'] }, 'celcius'),
  value('allowed values that nothing is near to', { enum: ['red', 'green'] }, 'purple'),
  value('allowed numbers', { enum: [1, 2, 5] }, 3),
  value('more than 20 allowed values', { enum: Array.from({ length: 50 }, (_, i) => `region-${i}`) }, 'nowhere'),
  value('a boolean', { type: 'boolean' }, 'yes'),
  value('a list', { type: 'array', items: string }, 'a, b'),
  value('a list of numbers', { type: 'array', items: integer }, [1, 'two', 3, null]),
  value('items that must differ', { type: 'array', items: string, uniqueItems: true }, ['a', 'b', 'a']),
  value('a list where an object is wanted', { type: 'object' }, [1, 2]),
  value('a pair', { type: 'array', prefixItems: [integer, string], items: false, minItems: 2 }, [1, 2, 3]),
  value('a value of a map', { type: 'object', additionalProperties: integer }, { a: 1, 'x-id': 'two' }),
  value('a name of a map', { type: 'object', propertyNames: { pattern: '^[a-z]+$' } }, { Key: 1 }),
  value('a map that is too small', { type: 'object', minProperties: 2, additionalProperties: integer }, { a: 1 }),
  value('a text or null', { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] }, 5),
  value('a text or a list', { anyOf: [string, { type: 'array', items: string }] }, { a: 1 }),
  value('an item of a text or a list', { anyOf: [string, { type: 'array', items: string }] }, ['a', 5]),
  value('a number or one of some words', { anyOf: [{ type: 'integer', minimum: 1 }, { enum: ['all', 'none'] }] }, 'al'),
  value('something that is not allowed', { type: 'string', not: { const: 'root' } }, 'root'),
  value(
    'a property that another one needs',
    { type: 'object', properties: { from: string, to: string }, dependentRequired: { from: ['to'] } },
    { from: 'a' },
  ),
  {
    title: 'more problems than are shown',
    tool: 'set_values',
    schema: { type: 'object', additionalProperties: integer },
    sent: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`value_${i}`, 'x'])),
  },
  {
    title: 'long problems',
    tool: 'set_values',
    schema: {
      type: 'object',
      additionalProperties: { enum: Array.from({ length: 20 }, (_, i) => `an allowed value of some length ${i}`) },
    },
    sent: { a: 1, b: 2, c: 3, d: 4 },
  },
  { title: 'a list instead of the arguments', tool: 'file_read', schema: file, sent: '[{"path":"a.txt"}]' },
  { title: 'a text instead of the arguments', tool: 'file_read', schema: file, sent: '"a.txt"' },
  { title: 'a number instead of the arguments', tool: 'file_read', schema: file, sent: '5' },
  { title: 'no JSON', tool: 'file_read', schema: file, sent: 'a.txt' },
  { title: 'JSON with a word that has no quotes', tool: 'file_read', schema: file, sent: '{"path": a.txt}' },
  {
    title: 'JSON with a mistake in its second line',
    tool: 'file_read',
    schema: file,
    sent: '{\n  "path": "a.txt",,\n  "limit": 5\n}',
  },
  {
    title: 'JSON with quotes that are not escaped',
    tool: 'search_web',
    schema: search,
    sent: '{"query": "say "hello" to me"}',
  },
  { title: 'JSON with a Windows path', tool: 'file_read', schema: file, sent: '{"path": "C:\\Users\\ada"}' },
  {
    title: 'JSON with a number of another language',
    tool: 'file_read',
    schema: file,
    sent: '{"path": "a", "limit": 010}',
  },
  { title: 'a cut text', tool: 'file_read', schema: file, sent: '{"path": "src/ind' },
  { title: 'a cut object', tool: 'file_read', schema: file, sent: '{"path": "src/index.ts", ' },
  { title: 'a cut list', tool: 'search_web', schema: search, sent: '{"query": "a", "filters": [' },
  { title: 'two objects', tool: 'file_read', schema: file, sent: '{"path":"a.txt"}\n{"path":"b.txt"}' },
  { title: 'too long a text', tool: 'file_read', schema: file, sent: `{"path":"${'x'.repeat(270_000)}"}` },
  { title: 'too deep a text', tool: 'file_read', schema: file, sent: '['.repeat(1000) },
  { title: 'too many values', tool: 'file_read', schema: file, sent: `{"path":[${'1,'.repeat(11_000)}1]}` },
  {
    title: 'a name that could change a prototype',
    tool: 'file_read',
    schema: file,
    sent: '{"path":"a","__proto__":{"admin":true}}',
  },
  {
    title: 'a sensitive value',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: { user: 'ada', password: 'secret' },
  },
  {
    title: 'a sensitive value under a misspelt name',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: { user: 'ada', pasword: 'a very long secret' },
  },
  {
    title: 'a text that may hold a sensitive value',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: { user: 'ada', password: 'a very long secret', options: '{token: 12345}' },
  },
  {
    title: 'the one object parameter in its envelope',
    tool: 'file_read',
    schema: file,
    envelope: 'request',
    sent: { request: { path: 5 } },
  },
  {
    title: 'the same problem again',
    tool: 'search_web',
    schema: search,
    sent: { query: 'a', max_results: 500 },
    repeated: true,
  },
  { title: 'the same misspelt name again', tool: 'file_read', schema: file, sent: { pth: 'a.txt' }, repeated: true },
  { title: 'the same broken JSON again', tool: 'file_read', schema: file, sent: '{"path": a.txt}', repeated: true },
  {
    title: 'annotated: several problems',
    tool: 'search_web',
    schema: search,
    sent: {
      query: 'haft',
      max_results: 500,
      lang: 'english',
      filters: [{ field: 'a' }, { field: 'date', since: 'yesterday' }],
    },
    annotated: true,
  },
  {
    title: 'annotated: missing and unknown names',
    tool: 'file_read',
    schema: file,
    sent: '{"pth":"a.txt","limit":5}',
    annotated: true,
  },
  {
    title: 'annotated: a sensitive value',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: { user: 5, password: 'secret', options: { token: 'x' } },
    annotated: true,
  },
  {
    title: 'annotated: a sensitive value under a misspelt name',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: { user: 'ada', pasword: 'a very long secret' },
    annotated: true,
  },
  {
    title: 'annotated: a missing property of an item',
    tool: 'place_order',
    schema: order,
    sent: { customer: { name: 'Ada' }, items: [{ sku: 'ABC-1234', quantity: 1 }, { sku: 'x' }], note: ['a', 'b'] },
    annotated: true,
  },
  {
    title: 'the same unknown property of a recursive type again',
    tool: 'add_node',
    schema: {
      ...object({ node: { $ref: '#/$defs/Node' } }),
      $defs: { Node: object({ id: integer, 'child?': { $ref: '#/$defs/Node' } }) },
    },
    sent: { node: { id: 1, child: { id: 2, childs: [] } } },
    repeated: true,
  },
  {
    title: 'more problems than are looked for',
    tool: 'set_values',
    schema: { type: 'object', additionalProperties: integer },
    sent: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`value_${i}`, 'x'])),
  },
  {
    title: 'broken JSON that may hold a sensitive value',
    tool: 'log_in',
    schema: login,
    sensitive: secrets,
    sent: '{"user": "ada", "password": hunter2}',
  },
  { title: 'annotated: no JSON', tool: 'file_read', schema: file, sent: '{"path": a.txt}', annotated: true },
];
