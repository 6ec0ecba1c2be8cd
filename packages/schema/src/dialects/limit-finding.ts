import type { Path } from '../issues/issue.js';
import type { JsonSchema } from '../json-schema.js';
import type { Provider } from './provider-limits.js';

/** The part of a tool that {@link limitsBroken} reads. A `ToolDefinition` is assignable. */
export interface LimitedDefinition {
  /** The name of the tool. */
  readonly name: string;
  /** The description for the model. */
  readonly description: string;
  /** The schema of the arguments. */
  readonly parameters: JsonSchema;
  /** Whether the tool requires strict mode. */
  readonly strict?: boolean | undefined;
}

/**
 * The kind of a finding. `refused`: a request with the tool fails. `ignored`: the request works,
 * but the model does not read a part of the schema. `strict`: the tool requires strict mode, which
 * is impossible. `count`: one request does not accept as many tools.
 */
export type LimitKind = 'refused' | 'ignored' | 'strict' | 'count';

/** A limit of a provider that a tool breaks and that no dialect can avoid. */
export interface LimitFinding {
  /** The provider with the limit. */
  readonly provider: Provider;
  /** The effect of the broken limit. */
  readonly kind: LimitKind;
  /** The name of the tool. Undefined if the finding is about all tools together. */
  readonly tool?: string;
  /**
   * The place in the arguments. Empty for the tool itself. `*` stands for every item, or every
   * other property.
   */
  readonly path: Path;
  /** The problem, as a sentence without its full stop. */
  readonly what: string;
  /** The limit of the provider, as a clause. */
  readonly limit: string;
  /** The advice, as sentences. */
  readonly fix: string;
}

/** A finding without the fields that all findings of a tool share. */
export type ToolFinding = Omit<LimitFinding, 'provider' | 'tool'>;
