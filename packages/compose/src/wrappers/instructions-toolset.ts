import type { RunContext } from '@haft/core';
import type { AnyTool, InstructionSource } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { refuseUnknownTools, requireTools, type SelectedTools } from './selector.js';
import { refuseImpossibleRule, type RuleOptions } from './tool-rule.js';
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
  private readonly rule: SelectedTools;

  constructor(
    inner: AnyToolset,
    private readonly texts: Instructions | Readonly<Record<string, Instructions>>,
    private readonly options: RuleOptions = {},
  ) {
    super(inner);
    const isCommon = typeof texts === 'string' || typeof texts === 'function';
    this.common = isCommon ? sourceOf(texts) : undefined;
    this.byName = new Map(isCommon ? [] : Object.entries(texts).map(([name, text]) => [name, sourceOf(text)]));
    this.rule = { selector: [...this.byName.keys()], ...options };
    refuseImpossibleRule('withInstructions', [...this.byName.keys()], options);
  }

  override candidates(): Candidates {
    const found = candidatesOf(this.inner);
    refuseUnknownTools(this.rule, found, this.inner);
    return found;
  }

  protected change(tools: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    return requireTools(this.rule, tools, { run, owner: this.inner }).map((tool) => {
      const source = this.common ?? this.byName.get(tool.definition.name);
      return source === undefined ? tool : { ...tool, instructions: [...(tool.instructions ?? []), source] };
    });
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new InstructionsToolset(inner, this.texts, this.options);
  }
}

function sourceOf(instructions: Instructions): InstructionSource {
  return typeof instructions === 'function' ? instructions : () => instructions;
}
