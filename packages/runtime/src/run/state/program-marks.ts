import type { ToolDefinition } from '@haft/core';
import { isForPrograms } from '../../call/tools/is-for-programs.js';
import { changedTool, type ToolEntry } from '@haft/compose/internal';

/** Marks the definitions of the tools that a program of the provider may call. */
export class ProgramMarks {
  /** By list: the same list at each step lets providers keep their payload. */
  private readonly lists = new WeakMap<readonly ToolDefinition[], readonly ToolDefinition[]>();
  private readonly marked = new WeakMap<ToolDefinition, ToolDefinition>();

  /** @param find - returns the tool with a name */
  constructor(private readonly find: (name: string) => ToolEntry | undefined) {}

  in(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
    const known = this.lists.get(definitions);
    if (known !== undefined) return known;
    const list = Object.freeze(definitions.map((one) => this.of(one)));
    this.lists.set(definitions, list);
    return list;
  }

  private of(definition: ToolDefinition): ToolDefinition {
    const known = this.marked.get(definition);
    if (known !== undefined) return known;
    const tool = this.find(definition.name)?.tool();
    if (tool === undefined || !isForPrograms(tool)) return definition;
    const { definition: marked } = changedTool({ ...tool, definition }, { programs: true });
    this.marked.set(definition, marked);
    return marked;
  }
}
