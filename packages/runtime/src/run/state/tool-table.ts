import { permissionsIn, type ToolDefinition } from '@haft/core';
import type { AnyTool, Visibility } from '@haft/compose';
import {
  type AccessQuestion,
  CALL_TOOL,
  changedTool,
  clash,
  isBehindCallTool,
  isCallTool,
  isHidden,
  SEARCH_TOOLS,
  type ToolEntry,
} from '@haft/compose/internal';
import { nameInRun } from '@haft/core/internal';
import { meantName } from '../../call/tools/find-meant.js';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import type { Access } from './access.js';
import { isOffer, OfferTable } from './offer-table.js';
import { ProgramMarks } from './program-marks.js';

/**
 * The tools of one step of a run, or of all steps and runs if no toolset changes them. Prepares
 * plain tools at their first call, and the others immediately so that errors show at the start.
 */
export class ToolTable {
  /** Names, then aliases that differ from all names. */
  private readonly byName = new Map<string, ToolEntry>();
  /** The tools that were looked up, by name and by alias. */
  private readonly planned = new Map<string, PlannedTool>();
  private others: ReadonlyMap<string, string> | undefined;
  private shownAtFirst: readonly ToolDefinition[] | undefined;
  private forSearch: readonly ToolDefinition[] | undefined;
  private readonly markedTools = new Map<AnyTool, ToolDefinition>();
  /** Marks the tools that programs of the model may call. */
  readonly marks = new ProgramMarks((name) => this.byName.get(name));
  readonly hidesSome: boolean;
  /** Whether some tools stay hidden, behind `call_tool`. */
  readonly keepsSomeHidden: boolean;
  /** The permissions that some of the tools require. */
  readonly permissions: ReadonlySet<string>;
  /** The checks of frameworks that some of the tools have. */
  private readonly checks: readonly Visibility[];
  /** The tables for users without some tools, by the answers about them. */
  private readonly narrowed = new Map<string, ToolTable>();

  readonly entries: readonly ToolEntry[];
  /** The resources and prompts, which no model sees. */
  readonly offers: OfferTable;

  /**
   * @param given - tools, resources and prompts
   * @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two tools have one name, or one alias
   */
  constructor(
    given: readonly ToolEntry[],
    private readonly plan: (tool: AnyTool) => PlannedTool,
  ) {
    this.offers = new OfferTable(given.filter(isOffer), plan);
    const entries = this.offers.isEmpty ? given : given.filter((entry) => !isOffer(entry));
    this.entries = entries;
    const made = entries.flatMap((entry) => (entry.isPlain ? [] : [entry.tool()]));
    for (const tool of made) this.planned.set(tool.definition.name, plan(tool));
    for (const entry of entries) this.addName(entry);
    for (const entry of entries) for (const alias of entry.aliases) this.addAlias(alias, entry);
    this.hidesSome = entries.some(isHidden);
    this.keepsSomeHidden = entries.some(isBehindCallTool);
    const tools = [...made, ...this.offers.all.map(({ tool }) => tool)];
    this.permissions = new Set(tools.flatMap(({ settings }) => permissionsIn(settings.requires ?? [])));
    this.checks = tools.flatMap(({ visibility }) => visibility ?? []);
  }

  /** Whether some tools exist for some users only. */
  get isLimited(): boolean {
    return this.permissions.size > 0 || this.checks.some((one) => one.isLimited);
  }

  /** The questions that decide which of the tools exist for a user. */
  get questions(): readonly AccessQuestion[] {
    return [...this.permissions, ...this.checks.filter((one) => one.isLimited)];
  }

  find(name: string): PlannedTool | undefined {
    return this.planned.get(name) ?? this.findFirst(name);
  }

  /** Returns a tool, or the resource or prompt of a call that waited. */
  findWaiting(key: string): PlannedTool | undefined {
    return this.find(key) ?? this.offers.find(key);
  }

  /** Returns the tool that a model means by another spelling, or by a name from elsewhere. */
  findMeant(asked: string): PlannedTool | undefined {
    const names = this.entries.map(({ name }) => name);
    return this.find(meantName(names, this.otherNames, asked) ?? '');
  }

  /** Returns the tools that a call of a name may execute: behind `call_tool`, several. */
  targetsOf(name: string): readonly PlannedTool[] {
    const planned = this.find(name);
    if (planned === undefined) return [];
    if (!isCallTool(planned.tool)) return [planned];
    return this.entries.filter(isBehindCallTool).map((entry) => this.find(entry.name) as PlannedTool);
  }

  /**
   * Returns names of tools by the names of similar tools elsewhere, without names and aliases of
   * tools, and without names that two tools have. Only unknown names need them.
   */
  get otherNames(): ReadonlyMap<string, string> {
    return (this.others ??= this.readOtherNames());
  }

  /** Prepares all tools, also those without a call. */
  planAll(): void {
    for (const { name } of this.entries) this.find(name);
  }

  /**
   * Returns the tools that a user may call. For the others, the table is as if they did not exist.
   *
   * @param hasTask - whether the run has a task, which keeps the tools for tasks
   * @param withOwn - adds the tools of the runtime itself, which depend on the others
   */
  allowedTo(
    access: Access,
    hasTask: boolean,
    withOwn: (entries: readonly ToolEntry[], hasTask: boolean) => readonly ToolEntry[],
  ): ToolTable {
    // No permission has a quote in its name.
    const key = hasTask ? `"task" ${access.key}` : access.key;
    const known = this.narrowed.get(key);
    if (known !== undefined) return known;
    const given = this.entries.filter((entry) => entry.isPlain || entry.tool().body.isOfRuntime !== true);
    const entries = withOwn(
      given.filter((entry) => entry.isPlain || access.allows(entry.tool())),
      hasTask,
    );
    const offers = this.offers.entries.filter((entry) => access.allows(entry.tool()));
    const table = new ToolTable([...entries, ...offers], (tool) => this.plannedFor(tool));
    if (this.narrowed.size >= MOST_NARROWED) this.narrowed.clear();
    this.narrowed.set(key, table);
    return table;
  }

  /** Returns the same prepared tool as this table has, if it has the tool. */
  private plannedFor(tool: AnyTool): PlannedTool {
    const planned = this.findWaiting(nameInRun(tool.definition));
    return planned?.tool === tool ? planned : this.plan(tool);
  }

  /** The definitions without hidden tools. */
  get definitions(): readonly ToolDefinition[] {
    return (this.shownAtFirst ??= this.definitionsOf(this.entries.filter((entry) => !isHidden(entry))));
  }

  /** Returns the definitions for a run that found some hidden tools, in the order of the table. */
  definitionsWith(revealed: ReadonlySet<string>): readonly ToolDefinition[] {
    if (!this.hidesSome || revealed.size === 0) return this.definitions;
    return this.definitionsOf(this.shown(revealed));
  }

  /**
   * Returns the tools that may be called without a search, and by programs: also those behind
   * `call_tool`. Then leaves out `search_tools` and `call_tool`, which programs do not need.
   */
  callableWith(revealed: ReadonlySet<string>): readonly AnyTool[] {
    if (!this.keepsSomeHidden) return this.shownWith(revealed);
    const entries = this.entries.filter((entry) => isBehindCallTool(entry) || isShown(entry, revealed));
    return entries.filter((entry) => !isOfSearch(entry)).map((entry) => entry.tool());
  }

  /** Returns the definitions of {@link callableWith}. Marks those that no request lists. */
  callableDefinitions(revealed: ReadonlySet<string>): readonly ToolDefinition[] {
    if (!this.keepsSomeHidden) return this.definitionsWith(revealed);
    return this.callableWith(revealed).map((tool) =>
      tool.hiddenBehind === CALL_TOOL ? this.marked(tool) : tool.definition,
    );
  }

  /** Texts of a definition stay unread: they may ask for all definitions. */
  private marked(tool: AnyTool): ToolDefinition {
    const marked = this.markedTools.get(tool) ?? changedTool(tool, { deferred: true }).definition;
    this.markedTools.set(tool, marked);
    return marked;
  }

  /**
   * Returns all definitions, for a provider with its own tool search. Marks hidden tools, and
   * leaves out `search_tools` and `call_tool`.
   */
  definitionsForSearch(): readonly ToolDefinition[] {
    return (this.forSearch ??= this.hidesSome ? Object.freeze(this.entries.flatMap(forSearch)) : this.definitions);
  }

  /** Returns the tools for a run that found some hidden ones. */
  shownWith(revealed: ReadonlySet<string>): readonly AnyTool[] {
    return this.shown(revealed).map((entry) => entry.tool());
  }

  private shown(revealed: ReadonlySet<string>): readonly ToolEntry[] {
    return this.entries.filter((entry) => isShown(entry, revealed));
  }

  private definitionsOf(entries: readonly ToolEntry[]): readonly ToolDefinition[] {
    return Object.freeze(entries.map(({ definition }) => definition));
  }

  private findFirst(name: string): PlannedTool | undefined {
    const entry = this.byName.get(name);
    if (entry === undefined) return undefined;
    const planned = this.planned.get(entry.name) ?? this.plan(entry.tool());
    this.planned.set(entry.name, planned).set(name, planned);
    return planned;
  }

  private readOtherNames(): ReadonlyMap<string, string> {
    const owners = new Map<string, Set<string>>();
    for (const { name, otherNames = [] } of this.entries) {
      for (const other of otherNames) {
        if (!this.byName.has(other)) owners.set(other, (owners.get(other) ?? new Set()).add(name));
      }
    }
    return new Map(
      [...owners].flatMap(([other, [only, second]]): [string, string][] =>
        only === undefined || second !== undefined ? [] : [[other, only]],
      ),
    );
  }

  private addName(entry: ToolEntry): void {
    const before = this.byName.get(entry.name);
    if (before !== undefined) throw clash(entry.name, before.toolset, entry.toolset);
    this.byName.set(entry.name, entry);
  }

  private addAlias(alias: string, entry: ToolEntry): void {
    const before = this.byName.get(alias);
    if (before === undefined) this.byName.set(alias, entry);
    else if (before !== entry && before.name !== alias) throw clash(alias, before.toolset, entry.toolset);
  }
}

/** Users with other sets of permissions are rare. Their tables are made again. */
const MOST_NARROWED = 100;

/** Returns whether requests list a tool. A tool behind `call_tool` stays hidden. */
function isShown(entry: ToolEntry, revealed: ReadonlySet<string>): boolean {
  return !isHidden(entry) || (revealed.has(entry.name) && !isBehindCallTool(entry));
}

/** Returns whether a tool is `search_tools` or `call_tool`. */
function isOfSearch(entry: ToolEntry): boolean {
  return entry.name === SEARCH_TOOLS || (entry.name === CALL_TOOL && isCallTool(entry.tool()));
}

function forSearch(entry: ToolEntry): readonly ToolDefinition[] {
  if (isOfSearch(entry)) return [];
  return [isHidden(entry) ? { ...entry.definition, deferred: true } : entry.definition];
}
