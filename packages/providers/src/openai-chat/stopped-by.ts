/** Returns why a model was stopped early, or undefined if it ended its message itself. */
export function stoppedBy(finishReason: unknown): string | undefined {
  return typeof finishReason === 'string' && EARLY.has(finishReason) ? finishReason : undefined;
}

/**
 * The reasons of OpenAI, then those of OpenRouter, Mistral, DeepSeek and vLLM. Servers use other
 * names for a normal end.
 */
const EARLY: ReadonlySet<string> = new Set([
  'length',
  'content_filter',
  'error',
  'model_length',
  'insufficient_system_resource',
  'abort',
]);
