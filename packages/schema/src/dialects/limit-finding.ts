import type { Path } from '../issues/issue.js';
import type { JsonSchema } from '../json-schema.js';
import type { Provider } from './provider-limits.js';

/** What {@link limitsBroken} reads of a tool; a `ToolDefinition` fits. */
export interface LimitedDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict?: boolean | undefined;
}

/**
 * `refused`: a request with the tool fails. `ignored`: the request works, and the model is not told a part of the schema.
 * `strict`: the tool wants strict mode and cannot have it. `count`: more tools than one request takes, if all are sent.
 */
export type LimitKind = 'refused' | 'ignored' | 'strict' | 'count';

/** A limit of a provider that a tool breaks, whatever a dialect would rewrite. */
export interface LimitFinding {
  readonly provider: Provider;
  readonly kind: LimitKind;
  /** Undefined where all tools together are meant. */
  readonly tool?: string;
  /** Where in the arguments; empty for the tool itself, `*` stands for every item, or every other property. */
  readonly path: Path;
  /** What breaks it, as a sentence without its full stop. */
  readonly what: string;
  /** What the provider takes, as a clause. */
  readonly limit: string;
  /** What to do, as sentences. */
  readonly fix: string;
}

/** A finding without what is the same for all of one tool. */
export type ToolFinding = Omit<LimitFinding, 'provider' | 'tool'>;
