import { Tool, Toolset, type ToolOutcome } from '@haft/core';
import type { VisitRules } from '@haft/core/reflected';
import { createChecker, type JsonSchemaObject } from '@haft/schema';
import * as cv from 'class-validator';
import fc from 'fast-check';
import { createRuntime, defineTool, toolset } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/** The values that rules saw. */
let seen: unknown[] = [];
const looked = (name: string, holds: (value: unknown, args: cv.ValidationArguments) => unknown) =>
  cv.ValidateBy({
    name,
    validator: {
      validate: (value, args) => {
        seen.push(value);
        return holds(value, args as cv.ValidationArguments) as boolean;
      },
      defaultMessage: () => `$property breaks ${name}`,
    },
  });

class Line {
  @cv.IsEmail()
  mail!: string;
  count!: number;
}

class Order {
  @looked('isLarge', (value) => (value as number) > 5)
  size!: number;

  @looked('isAboveSize', (value, { object }) => (value as number) > (object as Order).size)
  limit!: number;

  @cv.ValidateIf((order: Order) => order.size > 1)
  @cv.MinLength(3)
  note?: string;

  lines!: Line[];
}

const integer: JsonSchemaObject = { type: 'integer' };
const linesSchema: JsonSchemaObject = {
  type: 'array',
  maxItems: 2,
  items: {
    type: 'object',
    properties: { mail: { type: 'string' }, count: integer },
    required: ['mail', 'count'],
    additionalProperties: false,
  },
};
const checker = createChecker({
  type: 'object',
  properties: { size: integer, limit: integer, note: { type: 'string' }, lines: linesSchema },
  required: ['size', 'limit', 'lines'],
  additionalProperties: false,
});

@Toolset()
class Shop {
  @Tool()
  order(order: Order): number {
    return order.lines.length;
  }
}

const shop = reflect(Shop, {
  order: {
    parameters: { size: integer, limit: integer, 'note?': { type: 'string' }, lines: linesSchema },
    read: (value) => {
      if (!checker.validates(value)) return undefined;
      const sent = value as Order;
      const lines = sent.lines.map((line) => Object.assign(new Line(), line));
      return Object.assign(new Order(), sent, { lines });
    },
    invoke: (toolset: Shop, order: Order) => toolset.order(order),
    visitRules: (order: Order, visit: VisitRules) => {
      visit(order, Order, ['size', 'limit', 'note'], []);
      order.lines.forEach((line, index) => {
        visit(line, Line, ['mail'], ['lines', index]);
      });
    },
  },
});

const run = createRuntime({
  toolsets: [shop, new Shop()],
  observe: { logger: quietLogger() },
  limits: { retries: 1000 },
}).startRun();
const order = (args: unknown): Promise<ToolOutcome> => run.call({ name: 'order', arguments: JSON.stringify(args) });
const lines = ({ text }: ToolOutcome): readonly string[] => text.split('\n').filter((line) => line.startsWith('- '));

const good = { size: 10, limit: 20, lines: [{ mail: 'ada@example.com', count: 1 }] };

beforeEach(() => {
  seen = [];
});

describe("rules of valid values run next to the schema's issues [VAL-3]", () => {
  it('names broken rules of other properties and of items in one prompt', async () => {
    const args = {
      ...good,
      size: 2,
      limit: 'many',
      lines: [
        { mail: 'ada', count: 'x' },
        { mail: 'bob', count: 1 },
      ],
    };
    expect(lines(await order(args))).toEqual([
      '- limit: expected an integer, received "many"',
      '- lines[0].count: expected an integer, received "x"',
      '- size: size breaks isLarge',
      '- lines[0].mail: expected an email address like "ada@example.com", received "ada"',
      '- lines[1].mail: expected an email address like "ada@example.com", received "bob"',
    ]);
  });

  it('shows no rule a value that the schema rejected, or a replacement for it', async () => {
    await order({ size: 'x', limit: 3, lines: [] });
    expect(seen).toEqual([3]);
    seen = [];
    await order({ limit: 3, lines: [], unknown: 1 });
    expect(seen).toEqual([3]);
  });

  it('leaves rules and conditions that read other properties to the call whose object fits', async () => {
    const broken = { ...good, limit: 1, note: 'x' };
    expect(lines(await order({ ...broken, unknown: 1 }))).toEqual([
      '- unknown: expected no argument of this name, received 1',
    ]);
    expect(lines(await order(broken))).toEqual([
      '- limit: limit breaks isAboveSize',
      '- note: expected a string of at least 3 characters, received "x"',
    ]);
  });

  it('looks at the items of a list that is too long', async () => {
    const line = (mail: string) => ({ mail, count: 1 });
    const outcome = await order({ ...good, lines: [line('ada'), line('bob@example.com'), line('eve@example.com')] });
    expect(lines(outcome)).toEqual([
      '- lines: expected at most 2 items, received an array of 3 items',
      '- lines[0].mail: expected an email address like "ada@example.com", received "ada"',
    ]);
  });

  it('waits for rules that wait, and leaves those that fail to the next call', async () => {
    class Waiting {
      @looked('later', (value) => Promise.resolve(value === 'good'))
      first!: string;
      @looked('fails', () => Promise.reject(new Error('secret')))
      second!: string;
      @looked('throws', () => {
        throw new Error('secret');
      })
      third!: string;
      fourth!: number;
    }
    const text: JsonSchemaObject = { type: 'string' };
    const toolset = reflect(Shop, {
      order: {
        parameters: { first: text, second: text, third: text, fourth: { type: 'integer' } },
        read: (value) => {
          const { fourth } = value as { readonly fourth?: unknown };
          return Number.isInteger(fourth) ? Object.assign(new Waiting(), value) : undefined;
        },
        visitRules: (args: Waiting, visit: VisitRules) => {
          visit(args, Waiting, ['first', 'second', 'third'], []);
        },
      },
    });
    const other = createRuntime({ toolsets: [toolset, new Shop()], observe: { logger: quietLogger() } }).startRun();
    const outcome = await other.call({
      name: 'order',
      arguments: { first: 'a', second: 'b', third: 'c', fourth: 'x' },
    });
    expect(lines(outcome)).toEqual(['- fourth: expected an integer, received "x"', '- first: first breaks later']);
  });
});

class Host {
  @cv.IsIP('4')
  address!: string;

  @cv.IsEmail({}, { each: true })
  admins!: string[];

  @cv.IsPort()
  @cv.Matches(/^8/)
  port!: string;

  @cv.ValidateIf((host: Host) => host.admins.length > 0)
  @cv.IsSemVer()
  version!: string;

  @cv.IsTimeZone({ message: 'Send a zone.' })
  zone!: string;

  @cv.IsOptional()
  @cv.IsISO6391()
  language?: string;

  @cv.IsNumber({ maxDecimalPlaces: 2 })
  load!: number;
}

const text: JsonSchemaObject = { type: 'string' };
const hostParameters = {
  address: text,
  admins: { type: 'array', items: text } satisfies JsonSchemaObject,
  port: { type: 'string', pattern: '^8' } satisfies JsonSchemaObject,
  version: text,
  zone: text,
  load: { type: 'number' } satisfies JsonSchemaObject,
  'language?': text,
};
const hostChecker = createChecker({
  type: 'object',
  properties: { ...hostParameters, language: text },
  required: Object.keys(hostParameters).filter((name) => name !== 'language?'),
  additionalProperties: false,
});

@Toolset()
class Network {
  @Tool()
  host(host: Host): string {
    return host.address;
  }
}

const network = reflect(Network, {
  host: {
    parameters: hostParameters,
    read: (value) => (hostChecker.validates(value) ? Object.assign(new Host(), value) : undefined),
    invoke: (toolset: Network, host: Host) => toolset.host(host),
    visitRules: (host: Host, visit: VisitRules) => {
      visit(host, Host, ['address', 'admins', 'port', 'version', 'zone', 'load', 'language'], []);
    },
  },
});

describe('rules of values that break the schema tell the expectation [VAL-3]', () => {
  const hosts = createRuntime({
    toolsets: [network, new Network()],
    observe: { logger: quietLogger() },
    limits: { retries: 1000 },
  }).startRun();
  const valid = {
    address: '192.0.2.1',
    admins: ['ada@example.com'],
    port: '8080',
    version: '1.2.3',
    zone: 'Europe/Zurich',
    load: 0.5,
  };
  const host = (changes: object): Promise<ToolOutcome> =>
    hosts.call({ name: 'host', arguments: JSON.stringify({ ...valid, ...changes }) });

  it.each<[string, object, readonly string[]]>([
    ['of a wrong type', { address: 5 }, ['- address: expected an IP address like "192.0.2.1", received 5']],
    [
      'that may be absent',
      { load: 'x', language: null },
      [
        '- load: expected a number, received "x"',
        '- language: expected a language code like "de" or no value, received null',
      ],
    ],
    [
      'that is missing',
      { address: undefined },
      ['- address: expected an IP address like "192.0.2.1", received nothing'],
    ],
    [
      'in place of a list',
      { admins: true },
      ['- admins: expected an array of values that are each an email address like "ada@example.com", received true'],
    ],
    ['in a list', { admins: [5] }, ['- admins[0]: expected an email address like "ada@example.com", received 5']],
    [
      'that another pattern rejects as well',
      { port: 'none' },
      ['- port: expected a port number as text like "8080", received "none"'],
    ],
    [
      'that only another pattern rejects',
      { port: '9090' },
      ['- port: expected a string that starts with "8", received "9090"'],
    ],
    [
      'if no other property decides whether the rule applies',
      { version: 1 },
      ['- version: expected a string, received 1'],
    ],
    ['if the author wrote no message', { zone: 1 }, ['- zone: expected a string, received 1']],
    [
      'with the number of decimal places',
      { load: 1.999 },
      ['- load: expected a number with at most 2 decimal places, received 1.999'],
    ],
  ])('%s', async (_title, changes, expected) => {
    expect(lines(await host(changes))).toEqual(expected);
  });
});

class Part {
  @looked('isKnown', (value) => value === 'ab-1')
  sku!: string;
}
class Parcel {
  @cv.ValidateIf(({ kind }: Parcel) => kind === 'express')
  @cv.IsString()
  @cv.Length(4, 4)
  code?: string;

  @cv.ValidateIf(({ kind }: Parcel) => kind === 'insured')
  @cv.IsNotEmpty()
  @cv.IsString()
  @cv.MinLength(1)
  @cv.Contains('-')
  policy?: string;

  kind!: string;
  parts!: Part[];
}

@Toolset()
class Post {
  @Tool()
  send(parcel: Parcel): number {
    return parcel.parts.length;
  }
}

const partsSchema: JsonSchemaObject = {
  type: 'array',
  minItems: 2,
  items: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'], additionalProperties: false },
};
const parcelChecker = createChecker({
  type: 'object',
  properties: { code: text, policy: text, kind: text, parts: partsSchema },
  required: ['kind', 'parts'],
  additionalProperties: false,
});
const post = reflect(Post, {
  send: {
    parameters: { 'code?': text, 'policy?': text, kind: text, parts: partsSchema },
    read: (value) => {
      if (!parcelChecker.validates(value)) return undefined;
      const sent = value as Parcel;
      return Object.assign(new Parcel(), sent, { parts: sent.parts.map((one) => Object.assign(new Part(), one)) });
    },
    invoke: (toolset: Post, parcel: Parcel) => toolset.send(parcel),
    visitRules: (parcel: Parcel, visit: VisitRules) => {
      visit(parcel, Parcel, ['code', 'policy'], []);
      parcel.parts.forEach((part, index) => {
        visit(part, Part, ['sku'], ['parts', index]);
      });
    },
  },
});

describe('a prompt about rules', () => {
  const postRun = createRuntime({
    toolsets: [post, new Post()],
    observe: { logger: quietLogger() },
    limits: { retries: 1000 },
  }).startRun();
  const send = async (args: unknown): Promise<readonly string[]> =>
    lines(await postRun.call({ name: 'send', arguments: JSON.stringify(args) }));
  const part = { sku: 'ab-1' };

  it.each([
    ['an empty list', [], '[]'],
    ['a list of one item', [part], '[{"sku":"ab-1"}]'],
  ])('names no item that nothing sent: %s', async (_name, parts) => {
    const found = await send({ kind: 'plain', parts });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('- parts: expected at least 2 items, received');
  });

  it('names only places that were sent, or are missing in an object that was, for any arguments', async () => {
    const oneOf = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
    const item = fc.oneof(fc.record({ sku: oneOf('ab-1', 'no', 5) }, { requiredKeys: [] }), oneOf('x', null, {}));
    const parcel = fc.record(
      {
        kind: oneOf('plain', 'express', 'insured', 5),
        code: oneOf('abcd', 'abc', 7, null),
        policy: oneOf('a-b', 'ab', '', 7),
        parts: fc.oneof({ weight: 4, arbitrary: fc.array(item, { maxLength: 3 }) }, oneOf('x', null, {})),
      },
      { requiredKeys: [] },
    );
    let named = 0;
    await fc.assert(
      fc.asyncProperty(parcel, async (sent) => {
        for (const line of await send(sent)) {
          const keys = (/^- ([^:]+):/.exec(line)?.[1] ?? '').split(/[.[\]]+/).filter(Boolean);
          const last = keys.pop();
          const around = keys.reduce<unknown>((value, key) => Object(value)[key], sent);
          expect({ line, isObject: typeof around === 'object' && around !== null }).toEqual({ line, isObject: true });
          if (Array.isArray(around)) expect(Number(last)).toBeLessThan(around.length);
          named++;
        }
      }),
      { numRuns: 300 },
    );
    expect(named).toBeGreaterThan(100);
  });

  it('still names the items of a short list that break a rule', async () => {
    expect(await send({ kind: 'plain', parts: [{ sku: 'no' }] })).toEqual([
      expect.stringContaining('- parts: expected'),
      '- parts[0].sku: sku breaks isKnown',
    ]);
  });

  it('has one line for an absent property under a condition', async () => {
    expect(await send({ kind: 'express', parts: [part, part] })).toEqual([
      '- code: expected a string of exactly 4 characters, received nothing',
    ]);
    expect(await send({ kind: 'insured', parts: [part, part] })).toEqual([
      '- policy: expected a string that contains "-", and a string of at least 1 character, received nothing',
    ]);
    expect(await send({ kind: 'express', code: 'abc', parts: [part, part] })).toEqual([
      '- code: expected a string of exactly 4 characters, received "abc"',
    ]);
  });
});

it('describes a tuple of draft 7 as an expectation', async () => {
  const tuple: JsonSchemaObject = {
    type: 'object',
    properties: { pair: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], additionalItems: false } },
  } as never;
  const tool = defineTool({ name: 'pair', description: 'Takes a pair.', parameters: tuple, execute: () => 1 });
  const tupleRun = createRuntime({ toolsets: toolset('pairs', [tool]) }).startRun();
  expect(lines(await tupleRun.call({ name: 'pair', arguments: '{"pair":[1,2,3]}' }))).toEqual([
    '- pair: expected at most 2 items, received an array of 3 items',
  ]);
});
