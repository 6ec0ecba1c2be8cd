import { fingerprintOf, type ToolDefinition, type ToolHints } from '@haft/core';
import type { ExecuteOptions, PlainCall, UntimedEvent } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';

/** A definition as a runtime has it. */
export function definitionOf(name: string, hints: ToolHints = {}, version = '1'): ToolDefinition {
  const parameters = { type: 'object' } as const;
  return {
    name,
    description: name,
    parameters,
    hints,
    toolset: 'Shop',
    version,
    fingerprint: fingerprintOf(name, version, parameters),
  };
}

let calls = 0;

/** A call as the sender's runtime makes it. */
export function callOf(
  tool: ToolDefinition,
  args: Readonly<Record<string, JsonValue>> = {},
  more: Partial<PlainCall> = {},
): PlainCall {
  calls++;
  return {
    format: 1,
    key: `run-${process.pid}/call-${calls}`,
    run: { id: `run-${process.pid}` },
    id: `call-${calls}`,
    tool: tool.name,
    definition: tool.fingerprint,
    arguments: args,
    effectKey: `effect-${calls}`,
    ...more,
  };
}

/** The options of the runtime for one call, and the events that arrive. */
export function optionsOf({ signal = new AbortController().signal, attempt = 1 } = {}): ExecuteOptions & {
  readonly events: UntimedEvent[];
} {
  const events: UntimedEvent[] = [];
  return { attempt, signal, onEvent: (event) => void events.push(event), events };
}
