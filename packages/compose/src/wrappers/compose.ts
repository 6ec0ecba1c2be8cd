import {
  HaftError,
  kindOf,
  requireKind,
  requireRequirements,
  type ApprovalPredicate,
  type ErrorMapping,
  type Kind,
  type Requirement,
  type RunContext,
} from '@haft/core';
import type { AnyTools, ReflectedToolsets } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/basics';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { CombinedToolset } from './combined-toolset.js';
import { isFunctionTool, type FunctionTool } from '../define/function-tool.js';
import { DynamicToolset, type DynamicOptions, type ToolsetFactory } from './dynamic-toolset.js';
import { instanceToolset } from '../reflected/instance-toolset.js';
import { addInstructions, type Instructions } from './add-instructions.js';
import { LazyToolset } from './lazy-toolset.js';
import { ListedToolset } from './listed-toolset.js';
import { PreparedToolset, type PrepareTools } from './prepared-toolset.js';
import { RenamedToolset } from './renamed-toolset.js';
import { describeResults } from './describe-results.js';
import type { SearchToolsTypes } from '../search/search-tools.js';
import { SelectedToolset, type NamedChange } from './selected-toolset.js';
import type { SelectedTools, ToolSelector } from './selector.js';
import type { RuleOptions } from './tool-rule.js';
import { deferralOf, requireFunction, requireInstructions, ruleOf, type DeferOptions } from './compose-arguments.js';
import { sourceToolset, type ComposeInput } from './source-toolset.js';
import type {
  CombinedTools,
  FilteredTools,
  NamesOf,
  PrefixedTools,
  RenamedTools,
  ExternalTools,
  ToolsOf,
  TypedToolset,
} from '../port/tool-types.js';
import { DelegatingToolset } from './delegating-toolset.js';
import {
  addApproval,
  addErrorMappings,
  addMetadata,
  addPrefix,
  addRequirements,
  hideSelected,
  keepSelected,
  markExternal,
} from './tool-changes.js';

/**
 * Returns a toolset with the wrappers as methods. Each method returns a new toolset around this
 * one.
 *
 * @param input - a generated module or a toolset
 * @example
 * const crm = compose(toolsets.pick(CrmToolset)).filter(['find', 'note']).prefix('crm');
 * const runtime = createRuntime({ toolsets: crm });
 * await runtime.startRun().call('crm_find', { name: 'Ada' }); // typed
 */
export function compose<Input extends ComposeInput>(input: Input): ComposedToolset<ToolsOf<Input>> {
  return new ComposedToolset(sourceToolset(input));
}

/**
 * Combines several toolsets into one. If two tools have one name, Haft throws an error that names
 * both toolsets.
 *
 * @param inputs - generated modules or toolsets, in the order that the model sees
 * @example combine(toolsets, compose(crm).prefix('crm'))
 */
export function combine<const Inputs extends readonly ComposeInput[]>(
  ...inputs: Inputs
): ComposedToolset<CombinedTools<Inputs> & object> {
  return new ComposedToolset(new CombinedToolset(inputs.map(sourceToolset)));
}

/**
 * Returns a toolset of single tools, such as those of `defineTool`.
 *
 * @param name - name of the toolset
 * @param tools - the tools, in the order that the model sees
 */
export function toolset<const Tools extends readonly AnyTool[]>(
  name: string,
  tools: Tools,
): ComposedToolset<ListedTools<Tools>> {
  requireKind('The name of a toolset', name, 'a string');
  requireTools(name, tools);
  return new ComposedToolset(new ListedToolset(name, tools));
}

/** Rejects values that are not tools. In JavaScript they may be anything. */
function requireTools(name: string, tools: unknown): void {
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [undefined];
  const place = list.findIndex(
    (one) => !isObject(one) || !(isFunctionTool(one as never) || isObject(one['definition'])),
  );
  if (place < 0) return;
  const kind = isObject(list[place]) ? 'an object that is not a tool' : kindOf(list[place]);
  const given = Array.isArray(tools) ? `${kind} at position ${place}` : 'no list of tools';
  throw new HaftError('HAFT_INVALID_OPTION', `toolset('${name}') was given ${given}.`, {
    hint: "Make tools with defineTool: toolset('desk', [defineTool(openTicket)]).",
  });
}

/** The tools of a list by name. */
export type ListedTools<Tools extends readonly AnyTool[]> = {
  [Tool in Tools[number] as NameOf<Tool>]: Tool extends { readonly types?: infer Types }
    ? NonNullable<Types>
    : { readonly arguments: object; readonly result: unknown };
};

/** The name of a tool. `never` if only the generated module has it, which has the types too. */
type NameOf<Tool extends AnyTool> =
  Tool extends FunctionTool<infer Name> ? (string extends Name ? never : Name) : Tool['definition']['name'];

/**
 * Returns the toolset of an instance that you created. A runtime may have several instances of one
 * class, each with its own prefix.
 *
 * @param instance - an instance of an annotated class
 * @param reflected - the generated module that describes the class
 * @throws {HaftError} `HAFT_NOT_REFLECTED` at the creation of the runtime, if the module does not
 *   describe the class
 * @example combine(fromInstance(new Crm(eu), toolsets).prefix('eu'), fromInstance(new Crm(us),
 *   toolsets).prefix('us'))
 */
export function fromInstance<Instance extends object, Tools extends AnyTools>(
  instance: Instance,
  reflected: ReflectedToolsets<Tools>,
): ComposedToolset<ToolsOfInstance<Tools, Instance>> {
  requireKind('The first argument of fromInstance()', instance, 'an object');
  requireKind('The second argument of fromInstance()', reflected, REFLECTED);
  return new ComposedToolset(new LazyToolset(() => instanceToolset(instance, reflected)));
}

/** The tools that belong to the class of the instance. */
export type ToolsOfInstance<Tools, Instance> = {
  [Name in keyof Tools as Tools[Name] extends { readonly toolset: Instance } ? Name : never]: Tools[Name];
};

/**
 * Returns a toolset that a function chooses for each run or step. The types do not contain its
 * tools, so `run.call` takes any name.
 *
 * @param create - returns the toolset, or undefined for no tools
 * @param options - how long a toolset stays, and the candidates
 * @example dynamic((run) => (run.userId === 'admin' ? admin : undefined), { of: [admin] })
 */
export function dynamic(create: ToolsetFactory, options: DynamicOptions = {}): ComposedToolset {
  return new ComposedToolset(new DynamicToolset(create, options));
}

/** A toolset with the wrappers as methods. Immutable: every method returns a new one. */
export class ComposedToolset<Tools extends AnyTools = AnyTools>
  extends DelegatingToolset
  implements TypedToolset<Tools>
{
  /** A property for types only. */
  declare readonly types?: Tools | undefined;

  constructor(
    /** The wrapped toolset. */
    readonly inner: AnyToolset,
  ) {
    super();
  }

  /** Returns the toolset with the descriptors of its functions, or itself if nothing changes. */
  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : composed(inner);
  }

  /** Returns the toolset for one run, or itself if it needs no state. */
  async forRun(run: RunContext): Promise<AnyToolset> {
    const own = (await this.inner.forRun?.(run)) ?? this.inner;
    return own === this.inner ? this : own;
  }

  /**
   * Keeps the selected tools. For the model, the other tools do not exist.
   * @param selector - the tools to keep
   * @param options - whether tools of a list may be absent
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` at the creation of the runtime, if a name is unknown
   */
  filter<const Selector extends ToolSelector<NamesOf<Tools>>>(
    selector: Selector,
    options?: RuleOptions,
  ): ComposedToolset<FilteredTools<Tools, Selector>> {
    return changing(this.inner, ruleOf(selector, options, 'filter'), { kind: 'filter', change: keepSelected });
  }

  /**
   * Adds `prefix_` to the start of every name.
   * @param prefix - letters, digits and underscores, without the `_` at the end
   * @throws {HaftError} `HAFT_INVALID_NAME` at the creation of the runtime, if a name exceeds 64
   *   characters
   */
  prefix<const Prefix extends string>(prefix: Prefix): ComposedToolset<PrefixedTools<Tools, Prefix>> {
    requireKind('The argument of .prefix()', prefix, 'a string');
    return changing(this.inner, ALL, { kind: 'prefix', detail: prefix, change: addPrefix(prefix) });
  }

  /**
   * Renames tools. Calls with the old name still work, unless another tool has it now.
   * @param oldNames - old names by new name: `{ find_person: 'find' }`
   * @param options - whether the tools may be absent
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL`, `HAFT_DUPLICATE_TOOL`, `HAFT_INVALID_NAME` at the
   *   creation of the runtime
   */
  rename<const OldNames extends Readonly<Record<string, NamesOf<Tools>>>>(
    oldNames: OldNames,
    options?: RuleOptions,
  ): ComposedToolset<RenamedTools<Tools, OldNames>> {
    requireKind('The argument of .rename()', oldNames, OLD_NAMES);
    return composed(new RenamedToolset(this.inner, oldNames, options));
  }

  /**
   * Changes or drops definitions at every step. It cannot add or rename tools. Haft enforces a
   * narrowed schema.
   * @param prepare - returns the definitions of a step
   * @throws {HaftError} `HAFT_PREPARE_RENAMED`, `HAFT_PREPARE_WIDENED` when a step is prepared
   */
  prepare(prepare: PrepareTools): ComposedToolset<Tools> {
    requireKind('The argument of .prepare()', prepare, 'a function');
    return composed(new PreparedToolset(this.inner, prepare));
  }

  /**
   * Requires permissions for the selected tools, in addition to their own. See `@Requires`.
   * @param selector - the tools: `'all'`, names, `{ metadata }` or a function
   * @param permissions - all of them are needed
   * @throws {HaftError} `HAFT_INVALID_OPTION` if a name is not one of a permission
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` at the creation of the runtime, if a name is unknown
   * @example compose(crm).require(['crm_delete'], 'crm:admin')
   */
  require(selector: ToolSelector<NamesOf<Tools>>, ...permissions: readonly Requirement[]): ComposedToolset<Tools> {
    requireRequirements('.require()', permissions);
    return changing(this.inner, ruleOf(selector, {}, 'require'), {
      kind: 'require',
      change: addRequirements(permissions),
    });
  }

  /**
   * Requires the approval of a person for calls of the selected tools.
   * @param selector - the tools. Default: all.
   * @param predicate - whether a call needs approval, from its typed arguments. Default: every
   *   call.
   * @param options - whether tools of a list may be absent
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` at the creation of the runtime, if a name is unknown
   */
  requireApproval(
    selector: ToolSelector<NamesOf<Tools>> = 'all',
    predicate?: ApprovalPredicate,
    options?: RuleOptions,
  ): ComposedToolset<Tools> {
    const change = addApproval(requireFunction('requireApproval', predicate) ?? true);
    return changing(this.inner, ruleOf(selector, options, 'requireApproval'), { kind: 'requireApproval', change });
  }

  /**
   * Maps errors of the tools to texts for the model, after `@MapErrors` and before `createRuntime`.
   * @param mappings - results of `mapError`, in order. The first match counts.
   * @example toolset.mapErrors(mapError(NotFoundError, (error) => new ModelRetry(error.message)))
   */
  mapErrors(...mappings: readonly ErrorMapping[]): ComposedToolset<Tools> {
    for (const one of mappings) requireKind('An argument of .mapErrors()', one, MAPPING);
    return changing(this.inner, ALL, { kind: 'mapErrors', change: addErrorMappings(mappings) });
  }

  /**
   * Marks the selected tools as external: another system executes them. Default: all tools.
   * @param selector - the tools
   * @param options - whether tools of a list may be absent
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` at the creation of the runtime, if a name is unknown
   */
  external<const Selector extends ToolSelector<NamesOf<Tools>> = ToolSelector<NamesOf<Tools>>>(
    selector?: Selector,
    options?: RuleOptions,
  ): ComposedToolset<ExternalTools<Tools, Selector>> {
    const rule = ruleOf(selector ?? 'all', options, 'external');
    return changing(this.inner, rule, { kind: 'external', change: markExternal });
  }

  /**
   * Hides the selected tools until the model finds them with `search_tools`. Default: all.
   * @param selector - the tools, or the options for all tools
   * @param options - whether requests stay the same, and whether tools of a list may be absent
   * @throws {HaftError} `HAFT_UNKNOWN_TOOL` at the creation of the runtime, if a name is unknown
   * @example compose(crm).deferLoading({ stable: true })
   */
  deferLoading(
    selector: ToolSelector<NamesOf<Tools>> | DeferOptions = 'all',
    options: DeferOptions = {},
  ): ComposedToolset<Tools & SearchToolsTypes> {
    const { stable, ...rule } = deferralOf(selector, options);
    return changing(this.inner, rule, { kind: 'deferLoading', change: hideSelected(stable) });
  }

  /**
   * Adds metadata to the selected tools. The model does not see it. Default: all tools.
   *
   * @param metadata - JSON values by key. A value replaces another one with the same key.
   * @param selector - the tools
   * @param options - whether tools of a list may be absent
   */
  withMetadata(
    metadata: Readonly<Record<string, JsonValue>>,
    selector: ToolSelector<NamesOf<Tools>> = 'all',
    options?: RuleOptions,
  ): ComposedToolset<Tools> {
    requireKind('The argument of .withMetadata()', metadata, 'an object');
    const rule = ruleOf(selector, options, 'withMetadata');
    return changing(this.inner, rule, { kind: 'withMetadata', change: addMetadata(metadata) });
  }

  /**
   * Appends the description of the result schema (`@returns`) to the description of each tool.
   * @param schemas - result schemas by tool name. Default: the schemas of the tools.
   * @param options - whether the tools may be absent
   */
  withResultSchemas(
    schemas?: Readonly<Partial<Record<NamesOf<Tools>, JsonSchemaObject>>>,
    options?: RuleOptions,
  ): ComposedToolset<Tools> {
    const byName = (schemas ?? {}) as Readonly<Record<string, JsonSchemaObject>>;
    requireKind('The argument of .withResultSchemas()', byName, SCHEMAS);
    for (const [tool, schema] of Object.entries(byName))
      requireKind(`The schema of '${tool}' in .withResultSchemas()`, schema, 'an object');
    const rule = ruleOf(Object.keys(byName), options, 'withResultSchemas');
    const change = describeResults(byName);
    return changing(this.inner, rule, { kind: 'withResultSchemas', detail: undefined, change });
  }

  /**
   * Adds texts for the system prompt: one that appears while any tool is visible, or one for each
   * tool by name.
   *
   * @param instructions - a text or a function, or one for each tool by name
   * @param options - whether the tools may be absent
   */
  withInstructions(
    instructions: Instructions | Readonly<Partial<Record<NamesOf<Tools>, Instructions>>>,
    options?: RuleOptions,
  ): ComposedToolset<Tools> {
    const texts = instructions as Instructions | Readonly<Record<string, Instructions>>;
    requireInstructions(texts);
    const rule = ruleOf(typeof texts === 'object' ? Object.keys(texts) : 'all', options, 'withInstructions');
    const change = addInstructions(texts);
    return changing(this.inner, rule, { kind: 'withInstructions', detail: undefined, change });
  }
}

/** A separate function: a bundler renames a class that refers to itself. */
function composed<Tools extends AnyTools>(inner: AnyToolset): ComposedToolset<Tools> {
  return new ComposedToolset(inner);
}

function changing<Tools extends AnyTools>(
  inner: AnyToolset,
  rule: SelectedTools,
  change: NamedChange,
): ComposedToolset<Tools> {
  return composed(new SelectedToolset(inner, rule, change));
}

const MAPPING: Kind = {
  methods: ['write'],
  name: 'results of mapError: mapError(NotFoundError, (error) => new ModelRetry(error.message))',
};
const REFLECTED: Kind = { methods: ['read'], name: 'the `toolsets` of a generated module' };
const OLD_NAMES: Kind = { methods: [], name: "old names by new name: .rename({ find_person: 'find' })" };
const SCHEMAS: Kind = { methods: [], name: "schemas by tool name: .withResultSchemas({ find: { type: 'string' } })" };
const ALL: SelectedTools = { selector: 'all' };
