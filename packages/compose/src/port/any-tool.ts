import type {
  ApprovalPredicate,
  CachedOptions,
  CallLimitOptions,
  Class,
  ErrorMapping,
  Interceptor,
  NarrowInputFunction,
  ParameterResolver,
  PrepareTool,
  Requirement,
  RunContext,
  Token,
  ToolDefinition,
  ValidateArguments,
} from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { HostValues, ResultReferenceDescriptor, VisitRules } from '@haft/core/reflected';
import type { ArgumentCheck } from '@haft/arguments';
import type { Offer } from './offer.js';
import type { Visibility } from './visibility.js';

/**
 * A tool at run time, from any source: a method, a function, another server. Immutable. A wrapper
 * that changes a tool creates a new one, `{ ...tool, definition: { ...tool.definition, name } }`.
 */
export interface AnyTool {
  /** The definition that the model sees. Its name is the name in the run. */
  readonly definition: ToolDefinition;
  /** Earlier names. Calls with them work, but the model does not see them. */
  readonly aliases: readonly string[];
  /**
   * Names of similar tools elsewhere, which a model may use. They give way to every name and alias.
   * Default: none.
   */
  readonly otherNames?: readonly string[] | undefined;
  /** The name before any wrapper. `run.toolName` returns it. */
  readonly ownName: string;
  /** Check of the arguments. */
  readonly check: ArgumentCheck;
  /** Settings of its calls. */
  readonly settings: ToolSettings;
  /** Code that executes the tool. */
  readonly body: ToolBody;
  /** Check of the values for `@UserInput()` parameters. Undefined if there are none. */
  readonly input?: CheckedValue | undefined;
  /**
   * Name of the tool that finds this one, while this one is hidden (deferred loading). A hidden
   * tool is not in the definitions of the run, and a call of it is answered with this name. With
   * `call_tool`, it stays hidden and may be called at any time.
   */
  readonly hiddenBehind?: string | undefined;
  /**
   * Returns the JSON Schema of what the tool returns, if the definition has another one: a
   * background call is answered with a task.
   */
  readonly ownResult?: (() => JsonSchemaObject | undefined) | undefined;
  /** Whether undefined is not a result of the tool. Default: it may be one. */
  readonly alwaysReturns?: boolean | undefined;
  /**
   * The problem of a rule that names tools which this step does not have, for the developer. Haft
   * denies every call, since the rule could be for this tool. Default: none.
   */
  readonly brokenRule?: string | undefined;
  /** The parameters and the result of type `Ref<T>`. */
  readonly references?: ToolReferences | undefined;
  /** Texts for the system prompt while the tool is visible. A shared text appears once. */
  readonly instructions?: readonly InstructionSource[] | undefined;
  /**
   * The parts of a resource or a prompt, which models never see. `definition.kind` says which it
   * is. Undefined for a tool.
   */
  readonly offer?: Offer | undefined;
  /** A check of a framework whether the tool exists for the user of a run. Default: none. */
  readonly visibility?: Visibility | undefined;
}

/** The references that a tool takes and returns. */
export interface ToolReferences {
  /** Whether a parameter has the type `Ref<T>`. The check is for the value. */
  readonly inParameters: boolean;
  /** The value of the result. */
  readonly result?: ResultReferenceDescriptor | undefined;
}

/** Check of a value from outside: its schema, and the rules of DTOs that no schema expresses. */
export interface CheckedValue {
  readonly check: ArgumentCheck;
  readonly visitRules?: ToolBody['visitRules'];
}

/**
 * Writes a text for the system prompt of a run. Returns `undefined` or a blank text for none. You
 * may type `run` as `RunContext<YourDeps>`: TypeScript compares the parameter types of methods in
 * both directions.
 */
export type InstructionSource = {
  write(run: RunContext): string | undefined | Promise<string | undefined>;
}['write'];

/**
 * Settings of a tool, from the decorators of its method or else of its class. Wrappers add to them.
 * An undefined setting means the default of the run or the runtime.
 */
export interface ToolSettings {
  /** The permissions that the user of the run needs, all of them. Default: none. */
  readonly requires?: readonly Requirement[] | undefined;
  /** Deadline of a call, in milliseconds, at least 1. Default: `limits.timeoutMs` of a runtime. */
  readonly timeoutMs?: number | undefined;
  /** Corrections that a model may try. Default: the value of the run or the runtime, then 2. */
  readonly retries?: number | undefined;
  /** Limits of calls for each run, for each minute and at a time. Default: no limit. */
  readonly callLimit?: CallLimitOptions | undefined;
  /** Whether other calls of a batch wait for this one. Default: false. */
  readonly sequential?: boolean | undefined;
  /** Conditions for an approval. A person must approve a call if one of them is true. */
  readonly approvals?: readonly (true | ApprovalPredicate)[] | undefined;
  /** Whether another system executes the call. Default: false. */
  readonly external?: boolean | undefined;
  /** Caching of results. Default: none. */
  readonly cached?: CachedOptions | undefined;
  /** Whether a success ends the run. Its outcome has `final: true`. Default: false. */
  readonly final?: boolean | undefined;
  /** Whether calls have effects that must not be lost or doubled. Default: none. */
  readonly effect?: EffectSettings | undefined;
  /** Whether calls are executed after they are answered. Default: none. */
  readonly background?: BackgroundSettings | undefined;
  /** Whether a worker thread executes the tool. Default: false. */
  readonly isolated?: boolean | undefined;
  /** Functions that change the definition for a step. Each gets the result of the one before. */
  readonly prepare?: readonly PrepareTool[] | undefined;
  /** Validators of the arguments, in this order, after the schema and the rules of DTOs. */
  readonly validate?: readonly ValidateArguments[] | undefined;
  /** Interceptors of the toolset, then of the tool. The first is the outermost. */
  readonly interceptors?: readonly (Interceptor | Class<Interceptor>)[] | undefined;
  /** Maps errors, before the mappings of the runtime. The first match counts. */
  readonly mapErrors?: readonly ErrorMapping[] | undefined;
  /** Maps errors after the runtime, for frameworks with common exception classes. */
  readonly mapErrorsLast?: readonly ErrorMapping[] | undefined;
  /** Narrows the fields of the request for the input of the user. */
  readonly narrowInput?: NarrowInputFunction | undefined;
  /** Returns the key under which a later call makes this one obsolete. */
  readonly supersedes?: ((args: never) => string) | undefined;
}

/** Settings of a tool with effects. */
export interface EffectSettings {
  /** Name of the method that finds out what became of a call, for messages. */
  readonly reconcile?: string | undefined;
  /**
   * Whether all effects are inner calls. After a crash, Haft calls the tool again, and its inner
   * calls that have ended give their outcomes. Default: false.
   */
  readonly replays?: boolean | undefined;
}

/** Settings of a tool whose calls are executed in the background. */
export interface BackgroundSettings {
  /** Name of the queue. Default: none. */
  readonly queue?: string | undefined;
}

/** The code of a tool. */
export interface ToolBody {
  /** Class whose instance the scope of the run resolves. Undefined if none is needed. */
  readonly target?: Class | undefined;
  /** A ready instance. */
  readonly instance?: object | undefined;
  /** Whether the runtime added the tool. No executor gets its calls. Default: false. */
  readonly isOfRuntime?: true | undefined;
  /** Name of the method, for messages. Undefined if the tool is not a method. */
  readonly method?: string | undefined;
  /** Whether `invoke` needs `run`. Otherwise it gets undefined. */
  readonly usesRun: boolean;
  /** The parameters that the model does not see, in the order of `HostValues`. */
  readonly host: readonly HostParameter[];
  /** Runs the rules of DTOs that the schema does not express. */
  readonly visitRules?: ((args: never, visit: VisitRules) => void) | undefined;
  /** Executes the tool and returns its result. */
  readonly invoke: (instance: never, args: never, run: RunContext, host: HostValues) => unknown;
  /** Finds out what became of a call whose process died. Returns a `Reconciled`. */
  readonly reconcile?: ((instance: never, key: string, args: never, run: RunContext) => unknown) | undefined;
  /** Tells what a call would do, for the people who approve it. Returns a `Preview`. */
  readonly preview?: ((instance: never, args: never, run: RunContext, host: HostValues) => unknown) | undefined;
}

/** A parameter that the model does not see. */
export type HostParameter =
  | { readonly kind: 'inject'; readonly name: string; readonly token: Token; readonly optional: boolean }
  | { readonly kind: 'resolve'; readonly name: string; readonly resolve: ParameterResolver }
  | { readonly kind: 'input'; readonly name: string }
  /** Only a framework with requests, such as NestJS, supplies it. */
  | { readonly kind: 'request'; readonly name: string };
