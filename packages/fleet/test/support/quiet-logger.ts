import type { Logger } from '@haft/core';

/** Keeps logged lines instead of printing them. */
export function quietLogger(): Logger & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const write = (message: string): void => void lines.push(message);
  return { lines, debug: write, info: write, warn: write, error: write };
}
