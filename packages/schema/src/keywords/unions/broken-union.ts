import type { SchemaNode } from '../../check/schema-node.js';

/** A union that rejects a value. */
export interface BrokenUnion {
  readonly rule: string;
  /** The branches, with references followed. */
  readonly nodes: readonly SchemaNode[];
  readonly discriminator: string | undefined;
  readonly phrase: () => string;
}
