import type { CodeCall } from './bridge/tool-bridge.js';

/** The result of a program. */
export interface CodeResult {
  /** The result that the program set. Null if it set none. */
  output: unknown;
  /** The text that the program printed. */
  logs: string;
  /** 0 if the program ended well. Null if it was ended by force. */
  exitCode: number | null;
  /** The problem. Unset if the program ended well. */
  error?: string;
  /** The calls of the program, in their order. */
  toolCalls: CodeCall[];
}
