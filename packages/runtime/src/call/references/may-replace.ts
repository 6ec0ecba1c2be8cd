import type { AnyTool } from '@haft/compose';
import type { RunPort } from '../run-port.js';

/**
 * Returns whether arguments may contain references that Haft replaces. A parameter of type `Ref<T>`
 * always takes one. Any other takes one if the run has some. Reads a text without parsing it.
 */
export function mayReplace(run: RunPort, { references }: AnyTool, sent: unknown): boolean {
  const isPossible = references?.inParameters === true || run.runtime.references.mayHave(run);
  if (typeof sent === 'string') return isPossible && sent.includes('"$ref"');
  return isPossible && typeof sent === 'object' && sent !== null;
}
