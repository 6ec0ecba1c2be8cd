import type { Run } from '@haft/runtime';

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A result that the scripted model read. */
export interface ReadResult {
  readonly text: string;
  /** Whether the SDK marked it as an error. Undefined if it has no such flag. */
  readonly isError?: boolean | undefined;
  /** Base64 of the media. */
  readonly media?: readonly string[];
}

/** A conversation that ended, or that stopped for a decision. */
export interface Talk {
  /** The schemas that the model was shown, by tool. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The system prompt that the model was shown. */
  readonly system: unknown;
  /** The results of the calls, in order. */
  readonly read: readonly ReadResult[];
  /** Continues a stopped loop after the decision of a person. Undefined if the loop ended. */
  readonly goOn?: ((approved: boolean) => Promise<readonly ReadResult[]>) | undefined;
}

/** An SDK with its own loop, for the contract suite. */
export interface Sdk {
  readonly name: string;
  /** Cases that the SDK cannot do. */
  readonly cannot: readonly ('pass call ids' | 'mark errors' | 'media' | 'abort' | 'stop for approvals')[];
  /** Runs the loop of the SDK with a model that makes these calls, one message after the other. */
  readonly converse: (run: Run, turns: readonly (readonly ScriptedCall[])[], abort: AbortController) => Promise<Talk>;
}
