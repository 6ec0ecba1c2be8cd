import type { ImportCollectors, ToolDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '../arguments/accepted-arguments.js';
import { ToolCollector } from '../arguments/tool-collector.js';
import type { MessageTable } from '../rules/message-places.js';
import { checkRegisteredRules } from '../rules/check-registered-rules.js';
import { lazily } from './lazily.js';

/** How the arguments of a reflected tool are accepted. What stands as text in the descriptor is parsed at first use. */
export function reflectedCheck(
  tool: ToolDescriptor,
  schema: () => JsonSchemaObject,
  collectors: ImportCollectors | undefined,
): ArgumentCheck {
  const { messages, rules, read } = tool;
  const check: Mutable<ArgumentCheck> = {
    read,
    schema,
    example: lazily(() => JSON.parse(tool.example) as Readonly<Record<string, JsonValue>>),
    open: tool.open ?? false,
    compiled: tool.checks,
    collector: collectors === undefined ? undefined : new ToolCollector(collectors, tool.fingerprint),
    envelope: tool.envelope,
    readOnly: tool.hints?.readOnly,
    sensitive: tool.sensitive ?? [],
    messages: messages === undefined ? undefined : lazily(() => JSON.parse(messages) as MessageTable),
  };
  if (rules !== undefined) {
    // The first call looks whether the build has read all rules of the DTO classes; every other one finds the plain check.
    check.read = (args) => {
      checkRegisteredRules(rules);
      check.read = read;
      return read(args);
    };
  }
  return check;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
