import {
  HaftError,
  readAddedRecords,
  readClassRecord,
  readMethodRecord,
  readParameterRecords,
  RECORD,
  type BackgroundOptions,
  type CachedOptions,
  type CallLimitOptions,
  type Class,
  type DefinitionKind,
  type EffectOptions,
  type ErrorMapping,
  type Interceptor,
  type ParameterRecord,
  type PrepareTool,
  type Requirement,
  type ToolOptions,
  type ValidateArguments,
} from '@haft/core';
import type { HostParameterDescriptor, ToolDescriptor, ToolsetDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject } from '@haft/schema';
import { TASK_SCHEMA } from '../tasks/background-task.js';
import type { AnyTool, HostParameter, ToolBody, ToolSettings } from '../port/any-tool.js';
import { lazily } from '../wrappers/lazily.js';
import { reflectedCheck, reflectedInput, reflectedRules } from './reflected-check.js';
import { offerSettings, withoutResult, type ReflectedOffer } from './reflected-offer.js';
import { reflectedReferences } from './reflected-references.js';
import { ReflectedDefinition } from './reflected-definition.js';
import type { ToolEntry } from '../port/tool-entry.js';

/** The facts that all tools of a toolset share. */
export interface ToolsetFacts {
  readonly descriptor: ToolsetDescriptor;
  /** The keys of the records that the class and its methods have. */
  readonly keys: ReadonlySet<unknown>;
  /** Whether the class or one of its methods has a decorator other than `@Tool`. */
  readonly governed: boolean;
  readonly instance: object | undefined;
  readonly instructions: AnyTool['instructions'];
}

/**
 * A tool, a resource or a prompt of an annotated class. Its first `tool()` creates the parts for
 * calls.
 */
export class ReflectedTool implements ToolEntry {
  readonly name: string;
  readonly isPlain: boolean;
  private shown: ReflectedDefinition | undefined = undefined;
  private made: AnyTool | undefined = undefined;

  /** @param offer - the kind and the parts of a resource or a prompt */
  constructor(
    private readonly descriptor: ToolDescriptor,
    private readonly facts: ToolsetFacts,
    private readonly offer?: ReflectedOffer,
  ) {
    this.name = descriptor.name;
    this.isPlain = descriptor.host === undefined && !facts.governed && offer === undefined;
  }

  get kind(): DefinitionKind | undefined {
    return this.offer?.kind;
  }

  get aliases(): readonly string[] {
    return this.descriptor.aliases ?? NO_ALIASES;
  }

  get otherNames(): readonly string[] | undefined {
    return this.descriptor.otherNames;
  }

  get toolset(): string {
    return this.facts.descriptor.name;
  }

  get target(): Class | undefined {
    const { instance, descriptor } = this.facts;
    return instance === undefined ? descriptor.class : undefined;
  }

  get definition(): ReflectedDefinition {
    return (this.shown ??= this.define());
  }

  private define(): ReflectedDefinition {
    const { facts, descriptor, offer } = this;
    const requires = requiredBy(facts, descriptor.method);
    const definition = new ReflectedDefinition(this.toolset, this.shownDescriptor(), requires);
    return offer === undefined ? definition : Object.assign(definition, offer.shown);
  }

  /** A background call is answered with a task, which is the result that the model sees. */
  private shownDescriptor(): ToolDescriptor {
    if (this.offer !== undefined) return withoutResult(this.descriptor);
    return this.isBackground ? { ...this.descriptor, result: JSON.stringify(TASK_SCHEMA) } : this.descriptor;
  }

  private get isBackground(): boolean {
    const { keys, descriptor } = this.facts;
    if (!keys.has(RECORD.background) || this.offer !== undefined) return false;
    return readMethodRecord(descriptor.class, this.descriptor.method, RECORD.background) !== undefined;
  }

  tool(): AnyTool {
    return (this.made ??= this.make());
  }

  private make(): AnyTool {
    const { descriptor: tool, definition } = this;
    const { descriptor: toolset, instance, instructions } = this.facts;
    const { offer } = this;
    const settings = policyOf(this.facts, tool.method);
    const common = {
      definition,
      aliases: this.aliases,
      ownName: tool.name,
      check: reflectedCheck(tool, () => definition.checkedParameters(), toolset),
      body: bodyOf(toolset, tool, instance, offer?.kind ?? 'tool'),
      input: reflectedInput(tool, toolset),
    };
    if (offer !== undefined) return { ...common, settings: offerSettings(settings), offer: offer.parts };
    return {
      ...common,
      settings,
      otherNames: this.otherNames,
      references: reflectedReferences(tool),
      alwaysReturns: tool.result !== undefined && tool.mayReturnNothing !== true,
      ...(this.isBackground && { ownResult: () => resultOf(tool) }),
      instructions,
    };
  }
}

/** Parsed at each use: only a check of results in development asks for it. */
function resultOf({ result }: ToolDescriptor): JsonSchemaObject | undefined {
  return result === undefined ? undefined : (JSON.parse(result) as JsonSchemaObject);
}

const NO_ALIASES: readonly string[] = [];

/** Returns whether a decorator exists except for `@Tool`, `@Toolset` and parameter decorators. */
export function areGoverning(keys: ReadonlySet<unknown>): boolean {
  return policyKeys().some((key) => keys.has(key));
}

/**
 * Reads the settings of a method, or else of its class. Interceptors, prepare functions and error
 * mappings of both count.
 */
function policyOf(facts: ToolsetFacts, method: string): ToolSettings {
  if (!facts.governed) return NO_POLICY;
  const { descriptor, keys } = facts;
  const target = descriptor.class;
  const own = <T>(key: symbol): T | undefined =>
    keys.has(key) ? (readMethodRecord(target, method, key) as T | undefined) : undefined;
  const common = <T>(key: symbol): T | undefined =>
    keys.has(key) ? (readClassRecord(target, key) as T | undefined) : undefined;
  const nearest = <T>(key: symbol): T | undefined => own<T>(key) ?? common<T>(key);
  return {
    requires: requiredBy(facts, method),
    timeoutMs: nearest<number>(RECORD.timeout),
    retries: nearest<number>(RECORD.retries),
    callLimit: nearest<CallLimitOptions>(RECORD.callLimit),
    sequential: nearest<boolean>(RECORD.sequential),
    approvals: present([nearest<NonNullable<ToolSettings['approvals']>[number]>(RECORD.requiresApproval)]),
    external: nearest<boolean>(RECORD.external),
    cached: nearest<CachedOptions>(RECORD.cached),
    final: own<boolean>(RECORD.final),
    isolated: nearest<boolean>(RECORD.isolated),
    effect: own<EffectOptions>(RECORD.effect),
    background: own<BackgroundOptions>(RECORD.background),
    prepare: present([own<PrepareTool>(RECORD.prepare), common<PrepareTool>(RECORD.prepare)]),
    validate: present([own<ValidateArguments>(RECORD.validate)]),
    interceptors: present([common<Interceptors>(RECORD.use), own<Interceptors>(RECORD.use)].flat()),
    mapErrors: present([own<ErrorMappings>(RECORD.mapErrors), common<ErrorMappings>(RECORD.mapErrors)].flat()),
    narrowInput: own(RECORD.narrowInput),
    supersedes: own(RECORD.supersedes),
  };
}

/** Returns the permissions of a method, of its class, and of base classes. */
function requiredBy({ descriptor, keys }: ToolsetFacts, method: string): readonly Requirement[] | undefined {
  if (!keys.has(RECORD.requires)) return undefined;
  const requires = readAddedRecords(descriptor.class, method, RECORD.requires) as readonly Requirement[];
  return requires.length === 0 ? undefined : requires;
}

/** Returns the items that are defined, or undefined if there are none. */
function present<T>(items: readonly (T | undefined)[]): readonly T[] | undefined {
  const found = items.filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found;
}

/** The settings of most tools: they have only `@Tool`. */
const NO_POLICY: ToolSettings = Object.freeze({});
const policyKeys = lazily(() => Object.values(RECORD).filter((key) => !NOT_GOVERNING.has(key)));

const NOT_GOVERNING: ReadonlySet<symbol> = new Set(
  (['tool', 'resource', 'prompt', 'complete', 'toolset', 'methods', 'parameters'] as const).map((name) => RECORD[name]),
);

type ErrorMappings = readonly ErrorMapping[];
type Interceptors = readonly (Interceptor | Class<Interceptor>)[];

function bodyOf(
  { class: target, checks }: ToolsetDescriptor,
  tool: ToolDescriptor,
  instance: object | undefined,
  kind: DefinitionKind,
): ToolBody {
  return {
    target: instance === undefined ? target : undefined,
    instance,
    method: tool.method,
    usesRun: tool.usesRun ?? false,
    host: hostParameters(target, tool, kind),
    visitRules: reflectedRules(tool, checks),
    invoke: tool.invoke,
    preview: tool.preview,
    reconcile: tool.reconcile,
  };
}

const NO_HOST_PARAMETERS: readonly HostParameter[] = [];

function hostParameters(target: Class, tool: ToolDescriptor, kind: DefinitionKind): readonly HostParameter[] {
  if (tool.host === undefined) return NO_HOST_PARAMETERS;
  const records = readParameterRecords<ParameterRecord>(target, tool.method);
  const { parameters = {} } = (readMethodRecord(target, tool.method, RECORD[kind]) ?? {}) as ToolOptions;
  return tool.host.map((parameter): HostParameter => {
    const { name } = parameter;
    const record = records.get(parameter.index);
    if (record?.resolve !== undefined) return { kind: 'resolve', name, resolve: record.resolve };
    if (parameter.input === true) return { kind: 'input', name };
    if (parameter.request === true) return { kind: 'request', name };
    const token = record?.inject?.token ?? parameters[name]?.inject ?? parameter.class;
    if (token === undefined) throw staleParameter(target, tool, parameter);
    return { kind: 'inject', name, token, optional: record?.inject?.optional ?? false };
  });
}

function staleParameter(target: Class, tool: ToolDescriptor, { name }: HostParameterDescriptor): HaftError {
  const message = `${target.name}.${tool.method}: the generated module says that the host gives the parameter ${name}; the class does not say from where.`;
  return new HaftError('HAFT_STALE_DESCRIPTOR', message, { hint: 'Run `npx haft build` and compile again.' });
}
