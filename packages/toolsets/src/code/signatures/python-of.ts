import type { ToolDefinition } from '@haft/core';
import { toolSignature } from '@haft/schema/signatures';
import { briefTool } from './brief-tool.js';
import { withAnyArguments } from './with-any-arguments.js';

const signatures = new WeakMap<ToolDefinition, string>();

/** Writes a tool as a function in Python. */
export function pythonOf(definition: ToolDefinition): string {
  const signature = signatures.get(definition) ?? withAnyArguments(definition, (tool) => toolSignature(tool, 'python'));
  signatures.set(definition, signature);
  return signature;
}

const briefSignatures = new WeakMap<ToolDefinition, string>();

/** Writes a tool as a function in Python, without what its own definition says. */
export function briefPythonOf(definition: ToolDefinition): string {
  const known = briefSignatures.get(definition);
  if (known !== undefined) return known;
  const signature = withAnyArguments(briefTool(definition), (tool) => toolSignature(tool, 'python'));
  const brief = signature.replace(/:\n {4}""""""\n$/, ': ...\n');
  briefSignatures.set(definition, brief);
  return brief;
}
