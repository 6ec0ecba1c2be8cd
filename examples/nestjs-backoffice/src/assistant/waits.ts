import type { ToolOutcome } from 'haft';

interface Steps {
  readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[];
}

/** Stops the loop of the AI SDK when a call of the last step waits for a decision. */
export function waits({ steps }: Steps): boolean {
  const results = steps.at(-1)?.toolResults ?? [];
  return results.some(({ output }) => (output as Partial<ToolOutcome>).status === 'deferred');
}
