import type { JsonSchemaObject } from '@haft/schema';

/** The things of the shop. Each has up to five operations. */
const NOUNS = [
  ...['customer', 'order', 'invoice', 'payment', 'refund', 'product', 'variant', 'price', 'discount', 'coupon'],
  ...['cart', 'shipment', 'carrier', 'warehouse', 'stock_level', 'supplier', 'purchase', 'delivery', 'return'],
  ...['review', 'question', 'category', 'collection', 'campaign', 'newsletter', 'segment', 'gift_card', 'voucher'],
  ...['subscription', 'plan', 'contract', 'employee', 'role', 'store', 'register', 'shift', 'tax_rate', 'currency'],
  ...['webhook', 'report'],
] as const;

/** As many as a large service has. */
const MOST = 197;

/** Returns an OpenAPI document of a shop with 197 operations, about as large as real ones. */
export function shopDocument(): object {
  const operations = NOUNS.flatMap(operationsOf).slice(0, MOST);
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of operations) (paths[path] ??= {})[method] = operation;
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: object;
}

function operationsOf(noun: string): readonly Operation[] {
  const words = noun.replace('_', ' ');
  const id = { name: 'id', in: 'path', required: true, description: `The id of the ${words}.`, schema: ID };
  const operation = (method: string, path: string, verb: string, rest: object): Operation => {
    const summary = `${verb} ${method === 'get' && !path.endsWith('}') ? `${words}s` : `a ${words}`}.`;
    const description = `${summary} The caller needs the right to see the ${words}s of this shop.`;
    const operationId = `${verb.toLowerCase().replace(/s$/, '')}_${noun}`;
    const answers = { responses: { 200: { description: 'The answer.' } } };
    return { path, method, operation: { operationId, summary, description, tags: [noun], ...rest, ...answers } };
  };
  const one = `/${noun}/{id}`;
  return [
    operation('get', `/${noun}`, 'Lists', { parameters: filtersOf(words) }),
    operation('post', `/${noun}`, 'Creates', { requestBody: bodyOf(words, ['name', 'status']) }),
    operation('get', one, 'Gets', { parameters: [id, ...FIELDS] }),
    operation('patch', one, 'Updates', { parameters: [id], requestBody: bodyOf(words, []) }),
    operation('delete', one, 'Deletes', { parameters: [id] }),
  ];
}

const ID: JsonSchemaObject = { type: 'string', pattern: '^[a-z]{2}_[0-9a-f]{16}$' };

const FIELDS = [
  {
    name: 'fields',
    in: 'query',
    description: 'The properties of the answer, separated by commas. All of them if it is left out.',
    schema: { type: 'string', maxLength: 200 },
  },
];

function filtersOf(words: string): readonly object[] {
  const filter = (name: string, description: string, schema: object): object => ({
    ...{ name, in: 'query', description, schema },
  });
  return [
    filter('created_after', `Only ${words}s that were created after this time.`, DATE_TIME),
    filter('created_before', `Only ${words}s that were created before this time.`, DATE_TIME),
    filter('status', `Only ${words}s with this status.`, STATUS),
    filter('search', `Words in the name or the notes of the ${words}.`, { type: 'string', maxLength: 100 }),
    filter('sort', 'The order of the answer.', { enum: ['created', '-created', 'name', '-name', 'status'] }),
    filter('limit', 'The number of entries in the answer.', { type: 'integer', minimum: 1, maximum: 100 }),
    filter('cursor', 'The cursor of the answer before, to read on.', { type: 'string' }),
    ...FIELDS,
  ];
}

const DATE_TIME: JsonSchemaObject = { type: 'string', format: 'date-time' };
const STATUS: JsonSchemaObject = { type: 'string', enum: ['draft', 'open', 'approved', 'closed', 'archived'] };

function bodyOf(words: string, required: readonly string[]): object {
  const text = (description: string, maxLength: number): object => ({ type: 'string', description, maxLength });
  const schema = {
    type: 'object',
    required,
    properties: {
      name: text(`The name of the ${words} as customers read it, in the language of the shop.`, 120),
      status: { ...STATUS, description: `The status of the ${words}. Only open ones can be approved.` },
      reference: text('The number in another system. The shop does not interpret it.', 60),
      notes: text(`Notes about the ${words} for employees. Customers never see them.`, 2000),
      amount: { type: 'integer', minimum: 0, description: 'The amount in the smallest unit of the currency.' },
      currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'The currency, as in ISO 4217.' },
      valid_from: { ...DATE_TIME, description: `The time from which the ${words} is valid. Now, if it is left out.` },
      valid_until: { ...DATE_TIME, description: `The time until which the ${words} is valid.` },
      tags: {
        type: 'array',
        maxItems: 20,
        items: { type: 'string', maxLength: 40 },
        description: `Labels to find the ${words} with. At most 20, without blanks.`,
      },
      address: {
        type: 'object',
        description: 'A postal address.',
        required: ['line', 'city', 'country'],
        properties: {
          line: text('Street and number.', 120),
          extra: text('Floor, entrance or the name on the door.', 120),
          city: text('The city.', 80),
          postal_code: text('The postal code, if the country has one.', 16),
          country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'The country, as in ISO 3166.' },
        },
      },
    },
  };
  return { required: true, content: { 'application/json': { schema } } };
}
