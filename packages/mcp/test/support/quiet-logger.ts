import type { Logger } from '@haft/core';

/** Keeps what was logged instead of printing it. */
export function quietLogger(): Logger & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const write = (message: string): void => void lines.push(message);
  return { lines, debug: write, info: write, warn: write, error: write };
}
