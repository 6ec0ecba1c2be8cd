import type { Provider } from './provider-limits.js';

/**
 * A form of JSON Schema that a receiver of tools accepts. `gemini` is Gemini's `Schema`
 * (`FunctionDeclaration.parameters`), `gemini-json-schema` is
 * `FunctionDeclaration.parametersJsonSchema`.
 */
export type Target = 'openai' | 'anthropic' | 'gemini' | 'gemini-json-schema' | 'bedrock' | 'mcp';

/** All targets. */
export const TARGETS = [
  'openai',
  'anthropic',
  'gemini',
  'gemini-json-schema',
  'bedrock',
  'mcp',
] as const satisfies readonly Target[];

/** Returns whether a text names a target. */
export function isTarget(name: string): name is Target {
  return (TARGETS as readonly string[]).includes(name);
}

/** Returns the provider whose limits apply to a target. */
export function providerOf(target: Target): Provider {
  return target === 'gemini-json-schema' ? 'gemini' : target;
}
