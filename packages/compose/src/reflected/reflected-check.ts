import { HaftError } from '@haft/core';
import type { CheckedDescriptor, ChecksSource, ToolChecks, ToolDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { PropertyAliases } from '@haft/schema/compatibility';
import type { ArgumentCheck } from '@haft/arguments';
import {
  checkRegisteredRules,
  EmittedChecks,
  type MessageTable,
  type OnDemand,
  ToolCollector,
} from '@haft/arguments/internal';
import type { CheckedValue, ToolBody } from '../port/any-tool.js';
import { lazily } from '../wrappers/lazily.js';

/** Returns the check of a reflected tool. Parses texts of the descriptor at their first use. */
export function reflectedCheck(
  tool: CheckedDescriptor & Pick<ToolDescriptor, 'envelope' | 'hints'>,
  schema: () => JsonSchemaObject,
  { checks, collectors }: OnDemand,
): ArgumentCheck {
  const { messages, propertyAliases } = tool;
  const emitted = checks === undefined ? undefined : EmittedChecks.of(checks);
  const check: Mutable<ArgumentCheck> = {
    read: nothing,
    complete: undefined,
    emitted,
    schema,
    example: lazily(() => JSON.parse(tool.example) as Readonly<Record<string, JsonValue>>),
    open: tool.open ?? false,
    compiled: undefined,
    collector: collectors === undefined ? undefined : new ToolCollector(collectors, tool.fingerprint),
    envelope: tool.envelope,
    aliases: propertyAliases === undefined ? undefined : lazily(() => JSON.parse(propertyAliases) as PropertyAliases),
    appliesDefaults: true,
    readOnly: tool.hints?.readOnly,
    sensitive: tool.sensitive ?? [],
    messages: messages === undefined ? undefined : lazily(() => JSON.parse(messages) as MessageTable),
  };
  if (emitted === undefined) take(check, tool);
  else takeOnce(check, tool, emitted);
  return check;
}

/**
 * Returns the function that visits the rules of DTOs which the schema does not express. It gets
 * accepted arguments, so the emitted check is loaded by then.
 */
export function reflectedRules(tool: CheckedDescriptor, checks: ChecksSource | undefined): ToolBody['visitRules'] {
  if (checks === undefined || tool.hasRules === undefined) return tool.visitRules;
  return (args, visit) => EmittedChecks.of(checks).find(tool)?.visitRules?.(args, visit);
}

/** Returns the check of the values that people supply to a reflected tool, if it takes some. */
export function reflectedInput({ input }: ToolDescriptor, onDemand: OnDemand): CheckedValue | undefined {
  if (input === undefined) return undefined;
  const schema = lazily(() => JSON.parse(input.parameters) as JsonSchemaObject);
  const check = reflectedCheck(input, schema, onDemand);
  return { check, visitRules: reflectedRules(input, onDemand.checks) };
}

/**
 * Rejects all arguments until the emitted check is loaded. The first read after that replaces
 * itself with the emitted function.
 */
function takeOnce(check: Mutable<ArgumentCheck>, tool: CheckedDescriptor, emitted: EmittedChecks): void {
  check.read = (args) => {
    const found = emitted.find(tool);
    if (found === undefined) return undefined;
    take(check, found);
    return check.read(args);
  };
  check.complete = () => {
    if (emitted.isComing) throw notLoaded(tool);
  };
}

function take(check: Mutable<ArgumentCheck>, { read = nothing, checks, rules }: Partial<ToolChecks>): void {
  check.compiled = checks;
  check.read = read;
  check.complete = undefined;
  if (rules === undefined) return;
  // Checks at the first call that the build has read all rules of the DTO classes. Later calls use
  // the plain check.
  check.read = (args) => {
    checkRegisteredRules(rules);
    check.read = read;
    return read(args);
  };
}

/** Returns the error for code that reads arguments without a call. */
function notLoaded({ name }: CheckedDescriptor): HaftError {
  return new HaftError('HAFT_PART_MISSING', `Arguments of '${name}' were read before its check was loaded.`, {
    hint: 'Await runtime.load() before.',
  });
}

function nothing(): undefined {
  return undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
