import type { RunContext } from '@haft/core';
import type { AnyTool, InstructionSource } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { refuseUnknownNames } from './selector.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** A text for the system prompt, or a function that writes it for a run. */
export type Instructions = string | InstructionSource;

/**
 * Adds instructions to those of the tools: one text while any of the tools is visible, or texts by
 * tool name, each while its tool is visible.
 */
export class InstructionsToolset extends WrapperToolset {
  override readonly kind: string = 'withInstructions';
  /** One object for each text, so that a text of several tools appears once. */
  private readonly common: InstructionSource | undefined;
  private readonly byName: ReadonlyMap<string, InstructionSource>;

  constructor(
    inner: AnyToolset,
    private readonly texts: Instructions | Readonly<Record<string, Instructions>>,
  ) {
    super(inner);
    const isCommon = typeof texts === 'string' || typeof texts === 'function';
    this.common = isCommon ? sourceOf(texts) : undefined;
    this.byName = new Map(isCommon ? [] : Object.entries(texts).map(([name, text]) => [name, sourceOf(text)]));
  }

  protected change(tools: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    refuseUnknownNames([...this.byName.keys()], tools, { run, owner: this.inner });
    return tools.map((tool) => {
      const source = this.common ?? this.byName.get(tool.definition.name);
      return source === undefined ? tool : { ...tool, instructions: [...(tool.instructions ?? []), source] };
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new InstructionsToolset(inner, this.texts);
  }
}

function sourceOf(instructions: Instructions): InstructionSource {
  return typeof instructions === 'function' ? instructions : () => instructions;
}
