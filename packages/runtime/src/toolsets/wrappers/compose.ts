import type { ApprovalPredicate, ErrorMapping, RunContext } from '@haft/core';
import type { AnyTools, ReflectedToolsets } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { AnyTool } from '../port/any-tool.js';
import type { AnyToolset, ReflectedFunctions } from '../port/any-toolset.js';
import { ApprovalToolset } from './approval-toolset.js';
import { CombinedToolset } from './combined-toolset.js';
import { DeferredToolset } from './deferred-toolset.js';
import type { FunctionTool } from '../define/function-tool.js';
import { DynamicToolset, type DynamicOptions, type ToolsetFactory } from './dynamic-toolset.js';
import { ExternalToolset } from './external-toolset.js';
import { FilteredToolset } from './filtered-toolset.js';
import { instanceToolset } from '../reflected/instance-toolset.js';
import { InstructionsToolset, type Instructions } from './instructions-toolset.js';
import { LazyToolset } from './lazy-toolset.js';
import { ListedToolset } from './listed-toolset.js';
import { MapErrorsToolset } from './map-errors-toolset.js';
import { MetadataToolset } from './metadata-toolset.js';
import { PrefixedToolset } from './prefixed-toolset.js';
import { PreparedToolset, type PrepareTools } from './prepared-toolset.js';
import { RenamedToolset } from './renamed-toolset.js';
import { ResultSchemaToolset } from './result-schema-toolset.js';
import type { SearchToolsTypes } from '../search/search-tools.js';
import type { ToolSelector } from './selector.js';
import { sourceToolset, type ComposeInput } from './source-toolset.js';
import type {
  CombinedTools,
  FilteredTools,
  NamesOf,
  PrefixedTools,
  RenamedTools,
  ToolsOf,
  TypedToolset,
} from '../port/tool-types.js';
import { DelegatingToolset } from './delegating-toolset.js';

/**
 * The fluent form of the wrappers: each method gives a new toolset around this one.
 *
 * @example
 * const crm = compose(toolsets.pick(CrmToolset)).filter(['find', 'note']).prefix('crm');
 * const runtime = createRuntime({ toolsets: crm });
 * await runtime.startRun().call('crm_find', { name: 'Ada' }); // typed
 */
export function compose<Input extends ComposeInput>(input: Input): ComposedToolset<ToolsOf<Input>> {
  return new ComposedToolset(sourceToolset(input));
}

/**
 * The tools of several toolsets in one. Two tools of the same name are an error that names both toolsets.
 *
 * @example combine(toolsets, compose(crm).prefix('crm'))
 */
export function combine<const Inputs extends readonly ComposeInput[]>(
  ...inputs: Inputs
): ComposedToolset<CombinedTools<Inputs> & object> {
  return new ComposedToolset(new CombinedToolset(inputs.map(sourceToolset)));
}

/** A toolset of single tools, as `defineTool` makes them. */
export function toolset<const Tools extends readonly AnyTool[]>(
  name: string,
  tools: Tools,
): ComposedToolset<ListedTools<Tools>> {
  return new ComposedToolset(new ListedToolset(name, tools));
}

/** The tools of a list by name. */
export type ListedTools<Tools extends readonly AnyTool[]> = {
  [Tool in Tools[number] as NameOf<Tool>]: Tool extends { readonly types?: infer Types }
    ? NonNullable<Types>
    : { readonly arguments: object; readonly result: unknown };
};

/** The name of a tool; none for a function's whose name only the generated module knows, which has its types too. */
type NameOf<Tool extends AnyTool> =
  Tool extends FunctionTool<infer Name> ? (string extends Name ? never : Name) : Tool['definition']['name'];

/**
 * The toolset of an instance that the host made. Several instances of one class fit into one runtime, each under its prefix.
 *
 * @param reflected - the generated module that knows the class
 * @throws HaftError `HAFT_NOT_REFLECTED` at start, when it does not
 * @example combine(fromInstance(new Crm(eu), toolsets).prefix('eu'), fromInstance(new Crm(us), toolsets).prefix('us'))
 */
export function fromInstance<Instance extends object, Tools extends AnyTools>(
  instance: Instance,
  reflected: ReflectedToolsets<Tools>,
): ComposedToolset<ToolsOfInstance<Tools, Instance>> {
  return new ComposedToolset(new LazyToolset(() => instanceToolset(instance, reflected)));
}

/** Those of the tools that belong to the class of the instance. */
export type ToolsOfInstance<Tools, Instance> = {
  [Name in keyof Tools as Tools[Name] extends { readonly toolset: Instance } ? Name : never]: Tools[Name];
};

/**
 * A toolset that a function gives for each run or step. Its tools are known only then, so `run.call` takes any name.
 *
 * @example dynamic((run) => (run.userId === 'admin' ? admin : undefined), { of: [admin] })
 */
export function dynamic(create: ToolsetFactory, options: DynamicOptions = {}): ComposedToolset {
  return new ComposedToolset(new DynamicToolset(create, options));
}

/** A toolset with the wrappers as methods. Immutable: every method gives a new one. */
export class ComposedToolset<Tools extends AnyTools = AnyTools>
  extends DelegatingToolset
  implements TypedToolset<Tools>
{
  declare readonly types?: Tools | undefined;

  constructor(readonly inner: AnyToolset) {
    super();
  }

  bound(functions: ReflectedFunctions): AnyToolset {
    const inner = functions.toolset(this.inner);
    return inner === this.inner ? this : composed(inner);
  }

  async forRun(run: RunContext): Promise<AnyToolset> {
    const own = (await this.inner.forRun?.(run)) ?? this.inner;
    return own === this.inner ? this : own;
  }

  /**
   * Keeps the selected tools; for the model, the others do not exist.
   * @throws HaftError `HAFT_UNKNOWN_TOOL` at start, when a name in a list is no tool
   */
  filter<const Selector extends ToolSelector<NamesOf<Tools>>>(
    selector: Selector,
  ): ComposedToolset<FilteredTools<Tools, Selector>> {
    return composed(new FilteredToolset(this.inner, selector));
  }

  /**
   * Puts `prefix_` before every name.
   * @throws HaftError `HAFT_INVALID_NAME` at start, when a name gets longer than 64 characters
   */
  prefix<const Prefix extends string>(prefix: Prefix): ComposedToolset<PrefixedTools<Tools, Prefix>> {
    return composed(new PrefixedToolset(this.inner, prefix));
  }

  /**
   * Gives tools other names. Calls under the old name still work, unless another tool has it now.
   * @param oldNames - by new name: `{ find_person: 'find' }`
   * @throws HaftError `HAFT_UNKNOWN_TOOL`, `HAFT_DUPLICATE_TOOL`, `HAFT_INVALID_NAME` at start
   */
  rename<const OldNames extends Readonly<Record<string, NamesOf<Tools>>>>(
    oldNames: OldNames,
  ): ComposedToolset<RenamedTools<Tools, OldNames>> {
    return composed(new RenamedToolset(this.inner, oldNames));
  }

  /**
   * Changes or drops definitions at every step. It cannot add or rename tools; a schema that it narrows is enforced.
   * @throws HaftError `HAFT_PREPARE_RENAMED`, `HAFT_PREPARE_WIDENED` when the definitions of a step are asked for
   */
  prepare(prepare: PrepareTools): ComposedToolset<Tools> {
    return composed(new PreparedToolset(this.inner, prepare));
  }

  /**
   * A person must approve calls of the selected tools.
   * @param predicate - tells from the typed arguments whether this call needs it; default: every call
   */
  requireApproval(
    selector: ToolSelector<NamesOf<Tools>> = 'all',
    predicate?: ApprovalPredicate,
  ): ComposedToolset<Tools> {
    return composed(new ApprovalToolset(this.inner, selector, predicate));
  }

  /**
   * Maps errors that the tools throw to what the model reads, after what the tools map themselves and before `createRuntime`.
   * @example toolset.mapErrors(mapError(NotFoundError, (error) => new ModelRetry(error.message)))
   */
  mapErrors(...mappings: readonly ErrorMapping[]): ComposedToolset<Tools> {
    return composed(new MapErrorsToolset(this.inner, mappings));
  }

  /** Another system executes the selected tools. */
  external(selector: ToolSelector<NamesOf<Tools>> = 'all'): ComposedToolset<Tools> {
    return composed(new ExternalToolset(this.inner, selector));
  }

  /** Hides the selected tools until the model finds them with `search_tools`. */
  deferLoading(selector: ToolSelector<NamesOf<Tools>> = 'all'): ComposedToolset<Tools & SearchToolsTypes> {
    return composed(new DeferredToolset(this.inner, selector));
  }

  /** Adds metadata to the definitions of the selected tools. No model sees it. */
  withMetadata(
    metadata: Readonly<Record<string, JsonValue>>,
    selector: ToolSelector<NamesOf<Tools>> = 'all',
  ): ComposedToolset<Tools> {
    return composed(new MetadataToolset(this.inner, metadata, selector));
  }

  /**
   * Tells models what tools return: the description of the result schema (`@returns`) stands behind that of the tool.
   * @param schemas - by tool name, where the tools have none of their own
   */
  withResultSchemas(schemas?: Readonly<Partial<Record<NamesOf<Tools>, JsonSchemaObject>>>): ComposedToolset<Tools> {
    return composed(new ResultSchemaToolset(this.inner, (schemas ?? {}) as Readonly<Record<string, JsonSchemaObject>>));
  }

  /** Adds texts for the system prompt: one while any of the tools is visible, or one for each tool by its name. */
  withInstructions(
    instructions: Instructions | Readonly<Partial<Record<NamesOf<Tools>, Instructions>>>,
  ): ComposedToolset<Tools> {
    return composed(
      new InstructionsToolset(this.inner, instructions as Instructions | Readonly<Record<string, Instructions>>),
    );
  }
}

/** Not in the class itself: a bundler gives a class that names itself another name, which messages and `console.log` show. */
function composed<Tools extends AnyTools>(inner: AnyToolset): ComposedToolset<Tools> {
  return new ComposedToolset(inner);
}
