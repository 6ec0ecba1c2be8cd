/** Why a model was stopped before it was done; undefined when it ended its message itself. */
export function stoppedBy(finishReason: string | null | undefined): string | undefined {
  return finishReason === 'length' || finishReason === 'content_filter' ? finishReason : undefined;
}
