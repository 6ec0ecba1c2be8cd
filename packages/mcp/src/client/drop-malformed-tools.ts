import { specTypeSchemas, type JSONRPCMessage, type ProtocolEra, type Transport } from '@modelcontextprotocol/client';
import { readHazard } from './definition-hazard.js';
import type { RefusedTool } from './mcp-toolset.js';

/**
 * Removes malformed tools from incoming lists. Otherwise the SDK rejects a whole list because of
 * one tool. Also removes tools that the SDK cannot read safely or completely.
 *
 * @param transport - the transport of a connected client
 * @param era - the negotiated revisions, because they differ in what is malformed
 * @param refuse - receives each removed tool
 */
export function dropMalformedTools(
  transport: Transport,
  era: ProtocolEra | undefined,
  refuse: (refused: RefusedTool) => void,
): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    deliver?.(withoutMalformed(message, era, refuse), extra);
  };
}

function withoutMalformed(
  message: JSONRPCMessage,
  era: ProtocolEra | undefined,
  refuse: (refused: RefusedTool) => void,
): JSONRPCMessage {
  if (!('result' in message)) return message;
  const { tools } = message.result as { readonly tools?: unknown };
  if (!Array.isArray(tools)) return message;
  const kept = (tools as readonly unknown[]).filter((tool) => {
    const reason = readHazard(tool) ?? malformation(tool, era);
    if (reason !== undefined) refuse({ tool: nameOf(tool), reason });
    return reason === undefined;
  });
  return kept.length === tools.length ? message : { ...message, result: { ...message.result, tools: kept } };
}

function malformation(tool: unknown, era: ProtocolEra | undefined): string | undefined {
  const problem = problemOf(tool) ?? problemInEra(tool as ToolSchemas, era);
  return problem === undefined ? undefined : `its definition is malformed (${problem})`;
}

interface ToolSchemas {
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

/**
 * Returns the problem that only one era has. The SDK exports one schema of tools, which accepts the
 * tools of both eras. It rejects a list by schemas that it does not export:
 *
 * - Up to 2025-11-25, an output schema has the rules of an input schema, `type: 'object'` included.
 * - Since 2026-07-28, an input schema also has the rules of an output schema, for `$schema`.
 */
function problemInEra({ inputSchema, outputSchema }: ToolSchemas, era: ProtocolEra | undefined): string | undefined {
  if (era === 'modern') {
    const asOutput = { name: '', inputSchema: { type: 'object' }, outputSchema: inputSchema };
    return problemOf(asOutput, 'inputSchema');
  }
  return outputSchema === undefined ? undefined : problemOf({ name: '', inputSchema: outputSchema }, 'outputSchema');
}

/** @param root - the first step of the place in the text, by default as in the tool */
function problemOf(tool: unknown, root?: string): string | undefined {
  const checked = specTypeSchemas.Tool['~standard'].validate(tool);
  const issues = 'issues' in checked ? (checked.issues ?? []) : [];
  const [first] = issues;
  if (first === undefined) return undefined;
  const steps = (first.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  const place = (root === undefined ? steps : [root, ...steps.slice(1)]).join('.');
  return place === '' ? first.message : `${place}: ${first.message}`;
}

function nameOf(tool: unknown): string {
  const name = (tool as { readonly name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name.slice(0, 128) : '(no name)';
}
