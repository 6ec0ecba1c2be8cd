import type { ToolDefinition } from '@haft/core';
import { toolSignature } from '@haft/schema/signatures';
import { withAnyArguments } from './with-any-arguments.js';

const signatures = new WeakMap<ToolDefinition, string>();

/** Writes a tool as a function in Python. */
export function pythonOf(definition: ToolDefinition): string {
  const signature = signatures.get(definition) ?? withAnyArguments(definition, (tool) => toolSignature(tool, 'python'));
  signatures.set(definition, signature);
  return signature;
}
