import { Ref, Tool, Toolset } from '@haft/core';
import { reflected, REFLECTED_FORMAT, type ReflectedToolsets, type ToolDescriptor } from '@haft/core/reflected';
import { createChecker, exampleOf, type JsonSchemaObject } from '@haft/schema';
import { referenceSchema } from '@haft/schema/internal';

/** The schema of invoices. */
const invoices: JsonSchemaObject = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'string' }, total: { type: 'number' } },
    required: ['id'],
    additionalProperties: false,
  },
};

@Toolset()
class StoredToolset {
  /** Finds invoices. */
  @Tool()
  find(count: number): Ref<unknown> {
    return new Ref(Array.from({ length: count }, (_, i) => ({ id: `i${i}`, total: i })));
  }

  /** Stores any JSON text. */
  @Tool()
  store(json: string): Ref<unknown> {
    return new Ref(JSON.parse(json) as unknown);
  }

  /** Adds up invoices. */
  @Tool()
  total(list: readonly { readonly total: number }[]): number {
    return list.reduce((sum, one) => sum + one.total, 0);
  }

  /** Pays an amount. */
  @Tool()
  pay(amount: number): string {
    return `paid ${amount}`;
  }
}

type Described = readonly [schema: JsonSchemaObject, invoke: (toolset: StoredToolset, value: never) => unknown];

const TOOLS: Readonly<Record<string, Described>> = {
  find: [{ type: 'integer' }, (toolset, value) => toolset.find(value)],
  store: [{ type: 'string' }, (toolset, value) => toolset.store(value)],
  total: [invoices, (toolset, value) => toolset.total(value)],
  pay: [{ type: 'number' }, (toolset, value) => toolset.pay(value)],
};
const NAMES: Readonly<Record<string, string>> = { find: 'count', store: 'json', total: 'list', pay: 'amount' };
const RESULTS: Readonly<Record<string, readonly [name: string, type: string, schema: JsonSchemaObject]>> = {
  find: ['invoices', 'Invoice[]', invoices],
  store: ['value', 'unknown', {}],
};

/** Returns tools that return references (bill_find, bill_store) or take values. */
export function storedTools(): ReflectedToolsets {
  const names = Object.keys(TOOLS);
  const checks = Object.fromEntries(names.map((name) => [fingerprintOf(name), { read: readerOf(name) }]));
  return reflected(REFLECTED_FORMAT, () => ({
    toolsets: [
      {
        class: StoredToolset,
        name: 'StoredToolset',
        source: 'stored.ts',
        dependencies: [],
        checks: () => Promise.resolve({ checks }),
        tools: names.map(descriptorOf),
      },
    ],
    services: [],
  }));
}

function descriptorOf(name: string): ToolDescriptor {
  const [, invoke] = TOOLS[name] as Described;
  const result = RESULTS[name];
  return {
    name: `bill_${name}`,
    method: name,
    version: '0',
    description: `The tool ${name}.`,
    parameters: JSON.stringify(parametersOf(name)),
    example: JSON.stringify(exampleOf(parametersOf(name)) ?? {}),
    fingerprint: fingerprintOf(name).padEnd(64, '0'),
    invoke: (toolset: never, args: never) => invoke(toolset, args[NAMES[name] as never]),
    ...(result && {
      result: JSON.stringify(referenceSchema(result[1])),
      references: { result: { name: result[0], type: result[1], schema: JSON.stringify(result[2]) } },
    }),
  };
}

function parametersOf(name: string): JsonSchemaObject {
  const parameter = NAMES[name] as string;
  const [schema] = TOOLS[name] as Described;
  return { type: 'object', properties: { [parameter]: schema }, required: [parameter], additionalProperties: false };
}

function fingerprintOf(name: string): string {
  return Buffer.from(name.padEnd(8, '_')).toString('hex');
}

function readerOf(name: string): (args: unknown) => Record<string, unknown> | undefined {
  const checker = createChecker(parametersOf(name));
  return (args) => (checker.validates(args) ? (args as Record<string, unknown>) : undefined);
}
