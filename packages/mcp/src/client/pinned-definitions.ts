import { hashOf } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { Tool } from '@modelcontextprotocol/client';

/** Definition hashes that somebody has accepted, by the server's own tool name. Plain JSON, to be kept. */
export type Pins = Readonly<Record<string, string>>;

/** A definition that is not the accepted one. The tool is not shown and not called until `accept`. */
export interface DefinitionChange {
  /** The server's own name. */
  readonly tool: string;
  /** `new`: there are pins, and none of this tool. */
  readonly kind: 'changed' | 'new';
  readonly hash: string;
  /** The hash that was accepted. */
  readonly accepted?: string;
  /** What the server says now: for whoever decides. */
  readonly definition: Tool;
}

/** The definition hash of a foreign tool: over everything of it that a model may be shown, or that says what a call does. */
export function definitionHash({ name, title, description, inputSchema, outputSchema, annotations }: Tool): string {
  return hashOf(
    [name, title, description, inputSchema, outputSchema, annotations].map((one) => (one ?? null) as JsonValue),
  );
}

/** Which definitions of one server are accepted. */
export class PinnedDefinitions {
  private readonly accepted: Map<string, string>;
  private readonly refused = new Map<string, DefinitionChange>();

  /** @param pins - undefined: whatever is seen first of a name is accepted */
  constructor(private readonly pins: Pins | undefined) {
    this.accepted = new Map(Object.entries(pins ?? {}));
  }

  /** Whether a definition is accepted. What is not is remembered as a change. */
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
