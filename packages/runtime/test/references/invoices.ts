import { Ref, RequiresApproval, RunContext, Tool, Toolset } from '@haft/core';
import { asRef, type ReflectedToolsets } from '@haft/core/reflected';
import type { JsonSchemaObject } from '@haft/schema';
import { referenceSchema } from '@haft/schema/internal';
import { createRuntime, type Runtime } from '../../src/index.js';
import type { RuntimeOptions } from '../../src/runtime/runtime-options.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect, type MethodFacts } from '../support/reflect.js';

/** An invoice. */
export interface Invoice {
  readonly id: string;
  readonly total: number;
}

const invoice: JsonSchemaObject = {
  type: 'object',
  properties: { id: { type: 'string' }, total: { type: 'number' } },
  required: ['id', 'total'],
  additionalProperties: false,
};
const invoices: JsonSchemaObject = { type: 'array', items: invoice };

@Toolset()
class InvoiceToolset {
  @Tool()
  find(count: number): Ref<readonly Invoice[]> {
    return new Ref(Array.from({ length: count }, (_, i) => ({ id: `i${i}`, total: i })));
  }
  @Tool()
  report(text: string): Ref<string> {
    return new Ref(text, { name: 'MonthlyReport', preview: 'A report.' });
  }
  @Tool()
  total(list: readonly Invoice[]): number {
    return list.reduce((sum, one) => sum + one.total, 0);
  }
  @Tool()
  send(list: Ref<readonly Invoice[]>, text?: Ref<string>): string {
    return `${list.value.length} sent${text === undefined ? '' : ` with ${text.value}`}`;
  }
  @Tool()
  pay(one: Invoice): string {
    return `paid ${one.total}`;
  }
  @RequiresApproval()
  @Tool()
  charge(list: readonly Invoice[]): string {
    return `charged ${list.length}`;
  }
  @Tool()
  anything(value: unknown): unknown {
    return value;
  }
  @Tool()
  idOf(reference: { readonly $ref: string }): string {
    return reference.$ref;
  }
  @Tool()
  merge(lists: readonly (readonly Invoice[])[]): number {
    return lists.flat().length;
  }
  /** Changes the value that it gets. */
  @Tool()
  drain(list: Invoice[]): number {
    return list.splice(0).length;
  }
  @Tool()
  async look(id: string, run: RunContext): Promise<string> {
    const found = await run.calls.findReference(id);
    return found === undefined ? 'nothing' : `${found.type} ${found.json.length}`;
  }
  @Tool()
  async within(id: string, run: RunContext): Promise<string> {
    const inner = await run.calls.call({
      id: 'in',
      name: 'total',
      arguments: { list: { $ref: id, type: 'x', preview: '' } },
    });
    return inner.text;
  }
}

const text: JsonSchemaObject = { type: 'string' };
const kept = (name: string, type: string, schema: JsonSchemaObject): Pick<MethodFacts, 'result' | 'references'> => ({
  result: referenceSchema(type),
  references: { result: { name, type, schema: JSON.stringify(schema) } },
});

/** Returns tools that take and return references. */
function invoiceTools(): ReflectedToolsets {
  return reflect(InvoiceToolset, {
    find: { parameters: { count: { type: 'integer' } }, ...kept('invoices', 'Invoice[]', invoices) },
    report: { parameters: { text }, ...kept('value', 'string', text) },
    total: { parameters: { list: invoices }, result: { type: 'number' } },
    send: {
      parameters: { list: invoices, 'text?': text },
      references: { parameters: { list: 'Invoice[]', text: 'string' } },
      invoke: (toolset: InvoiceToolset, args: { list: readonly Invoice[]; text?: string }) =>
        toolset.send(asRef(args.list) as Ref<readonly Invoice[]>, asRef(args.text)),
    },
    charge: { parameters: { list: invoices } },
    pay: { parameters: { one: invoice } },
    anything: { parameters: { value: {} }, open: true },
    idOf: {
      parameters: {
        reference: { type: 'object', properties: { $ref: text }, required: ['$ref'], additionalProperties: false },
      },
    },
    merge: { parameters: { lists: { type: 'array', items: invoices } } },
    drain: { parameters: { list: { ...invoices, maxItems: 5 } } },
    look: { parameters: { id: text, run: {} } },
    within: { parameters: { id: text, run: {} } },
  });
}

/** Returns a runtime with these tools. */
export function invoiceRuntime(options: Omit<RuntimeOptions, 'logger'> = {}): Runtime {
  return createRuntime({
    toolsets: invoiceTools(),
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  });
}
