import { HaftError, type RunContext } from '@haft/core';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset } from '../port/any-toolset.js';
import { nameInRun } from '@haft/core/internal';
import { renamedTool } from './changed-tool.js';
import type { Candidates } from '../port/candidates.js';
import { candidatesOf } from './candidates.js';
import { refuseUnknownTools, requireTools, type SelectedTools } from './selector.js';
import { refuseImpossibleRule, type RuleOptions } from './tool-rule.js';
import { WrapperToolset } from './wrapper-toolset.js';

/** Renames tools. The old name stays an alias, unless another tool has it now. */
export class RenamedToolset extends WrapperToolset {
  override readonly kind: string = 'rename';
  private readonly newNames: ReadonlyMap<string, string>;
  private readonly rule: SelectedTools;

  /** @param oldNames - old names by new name */
  constructor(
    inner: AnyToolset,
    private readonly oldNames: Readonly<Record<string, string>>,
    private readonly options: RuleOptions = {},
  ) {
    super(inner);
    this.rule = { selector: Object.values(oldNames), ...options };
    refuseImpossibleRule('rename', Object.values(oldNames), options);
    this.newNames = invert(oldNames);
  }

  get detail(): string {
    return Object.entries(this.oldNames)
      .map(([name, old]) => `${old} to ${name}`)
      .join(', ');
  }

  override candidates(): Candidates {
    const found = candidatesOf(this.inner);
    refuseUnknownTools(this.rule, found, this.inner);
    const tools = found.tools.map((tool) => renamed(tool, this.nameOf(tool), NO_NAMES));
    return { ...found, tools };
  }

  protected change(given: readonly AnyTool[], run: RunContext): readonly AnyTool[] {
    const tools = requireTools(this.rule, given, { run, owner: this.inner });
    const names = tools.map((tool) => this.nameOf(tool));
    const taken = new Set<string>();
    tools.forEach(({ definition: { kind } }, index) => {
      const name = names[index] as string;
      const key = nameInRun({ kind, name });
      if (taken.has(key)) throw this.meetsExisting(name);
      taken.add(key);
    });
    return tools.map((tool, index) => renamed(tool, names[index] as string, taken));
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new RenamedToolset(inner, this.oldNames, this.options);
  }

  private nameOf({ definition: { name } }: AnyTool): string {
    return this.newNames.get(name) ?? name;
  }

  private meetsExisting(name: string): HaftError {
    const old = Object.hasOwn(this.oldNames, name) ? this.oldNames[name] : undefined;
    const message = `Renaming '${old ?? ''}' to '${name}' meets an existing tool.`;
    return new HaftError('HAFT_DUPLICATE_TOOL', message, {
      hint: `Toolset '${this.name}' has a tool '${name}' already: rename or filter that one as well.`,
    });
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

function renamed(tool: AnyTool, name: string, taken: ReadonlySet<string>): AnyTool {
  const before = tool.definition.name;
  if (name === before) return tool;
  const aliases = [...tool.aliases, before].filter((alias) => !taken.has(alias));
  return renamedTool(tool, name, aliases);
}

function invert(oldNames: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const inverted = new Map<string, string>();
  for (const [name, old] of Object.entries(oldNames)) {
    const other = inverted.get(old);
    if (other !== undefined) {
      throw new HaftError('HAFT_INVALID_OPTION', `rename gives '${old}' two names, '${other}' and '${name}'.`, {
        hint: 'Give each tool one name; put further names into `aliases` of @Tool.',
      });
    }
    inverted.set(old, name);
  }
  return inverted;
}
