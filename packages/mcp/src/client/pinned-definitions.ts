import { hashOf } from '@haft/core';
import type { Tool } from '@modelcontextprotocol/client';

/**
 * The hashes of accepted definitions, by the tool's name on the server. Plain JSON that you can
 * store.
 */
export type Pins = Readonly<Record<string, string>>;

/** A definition that is not accepted. The tool is neither shown nor called until `accept`. */
export interface DefinitionChange {
  /** The name on the server. */
  readonly tool: string;
  /** `new`: there are pins, but not for this tool. */
  readonly kind: 'changed' | 'new';
  /** The hash of the current definition. See {@link definitionHash}. */
  readonly hash: string;
  /** The accepted hash. */
  readonly accepted?: string;
  /** The current definition on the server, for review. */
  readonly definition: Tool;
}

/**
 * Returns the hash of a foreign tool's definition: of everything that a model may see or that
 * defines the effect of a call.
 */
export function definitionHash({ name, title, description, inputSchema, outputSchema, annotations }: Tool): string {
  return hashOf([name, title, description, inputSchema, outputSchema, annotations].map((one) => one ?? null));
}

/** The accepted definitions of one server. */
export class PinnedDefinitions {
  private readonly accepted: Map<string, string>;
  private readonly refused = new Map<string, DefinitionChange>();

  /** @param pins - if undefined, the first definition of each name is accepted */
  constructor(private readonly pins: Pins | undefined) {
    this.accepted = new Map(Object.entries(pins ?? {}));
  }

  /** Returns whether a definition is accepted. Records any other as a change. */
  accepts(tool: Tool): boolean {
    const { name } = tool;
    const hash = definitionHash(tool);
    const accepted = this.accepted.get(name);
    if (accepted === undefined && this.pins === undefined) this.accepted.set(name, hash);
    else if (accepted !== hash) {
      const kind = accepted === undefined ? 'new' : 'changed';
      this.refused.set(name, {
        tool: name,
        kind,
        hash,
        ...(accepted === undefined ? {} : { accepted }),
        definition: tool,
      });
      return false;
    }
    this.refused.delete(name);
    return true;
  }

  accept(pins: Pins): void {
    for (const [name, hash] of Object.entries(pins)) {
      this.accepted.set(name, hash);
      if (this.refused.get(name)?.hash === hash) this.refused.delete(name);
    }
  }

  changes(): readonly DefinitionChange[] {
    return [...this.refused.values()];
  }

  current(): Pins {
    return Object.fromEntries(this.accepted);
  }
}
