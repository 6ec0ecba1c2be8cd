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
  RunContext,
  Token,
  ToolDefinition,
  ValidateArguments,
} from '@haft/core';
import type { HostValues, VisitRules } from '@haft/core/reflected';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';

/**
 * A tool as the run time knows it, wherever it came from: a method, a function, another server. An immutable value:
 * a wrapper that changes something derives a new one, `{ ...tool, definition: { ...tool.definition, name } }`.
 */
export interface AnyTool {
  /** What the model is shown; its name is the name in the run. */
  readonly definition: ToolDefinition;
  /** Names that still work for calls and that nobody is shown. */
  readonly aliases: readonly string[];
  /** The tool's own name, before any wrapper: `run.toolName` says this one. */
  readonly ownName: string;
  /** How arguments are accepted. */
  readonly check: ArgumentCheck;
  /** How calls are governed. */
  readonly settings: ToolSettings;
  /** How the tool is executed. */
  readonly body: ToolBody;
  /** How the values of `@UserInput()` parameters are accepted. Unset for a tool without such parameters. */
  readonly input?: CheckedValue | undefined;
  /**
   * Set while the tool waits to be found (deferred loading): it is no definition of the run, and a call of it is
   * answered with this name of the tool that finds it.
   */
  readonly hiddenBehind?: string | undefined;
  /** Texts for the system prompt while the tool is visible. One that several visible tools have is given once. */
  readonly instructions?: readonly InstructionSource[] | undefined;
}

/** How a value from outside is accepted: its schema, then the rules of DTOs that no schema says. */
export interface CheckedValue {
  readonly check: ArgumentCheck;
  readonly visitRules?: ToolBody['visitRules'];
}

/** Writes a text for the system prompt of a run; `undefined` or blank: none. */
export type InstructionSource = (run: RunContext) => string | undefined | Promise<string | undefined>;

/** What the decorators of the method, else of the class, say; wrappers add to it. Unset: the run's or runtime's default. */
export interface ToolSettings {
  /** In milliseconds, at least 1. Default: the runtime's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Default: the run's, the runtime's, then 2. */
  readonly retries?: number | undefined;
  readonly callLimit?: CallLimitOptions | undefined;
  readonly sequential?: boolean | undefined;
  /** A person must approve a call when one of these says so. */
  readonly approvals?: readonly (true | ApprovalPredicate)[] | undefined;
  /** Another system executes the call. */
  readonly external?: boolean | undefined;
  readonly cached?: CachedOptions | undefined;
  readonly final?: boolean | undefined;
  readonly isolated?: boolean | undefined;
  /** In this order; each sees what the one before made. */
  readonly prepare?: readonly PrepareTool[] | undefined;
  /** In this order, after the schema and the rules of DTOs. */
  readonly validate?: readonly ValidateArguments[] | undefined;
  /** Toolset's first, then the tool's own; the first is the outermost. */
  readonly interceptors?: readonly (Interceptor | Class<Interceptor>)[] | undefined;
  /** In this order, before those of the runtime; the first that matches counts. */
  readonly mapErrors?: readonly ErrorMapping[] | undefined;
  /** The same after those of the runtime, for frameworks whose exceptions have a usual meaning. */
  readonly mapErrorsLast?: readonly ErrorMapping[] | undefined;
  /** Narrows the fields of the request for the user's input. */
  readonly narrowInput?: NarrowInputFunction | undefined;
  readonly supersedes?: ((args: never) => string) | undefined;
}

/** How a tool is executed. */
export interface ToolBody {
  /** The class whose instance the run's scope gives; unset when `instance` is set or nothing is needed. */
  readonly target?: Class | undefined;
  /** A ready instance. */
  readonly instance?: object | undefined;
  /** The method's name, for messages; unset for a tool that is no method. */
  readonly method?: string | undefined;
  /** Whether `run` must be made; without it, `invoke` gets undefined. */
  readonly usesRun: boolean;
  /** The parameters that no model sees, in the order of `HostValues`. */
  readonly host: readonly HostParameter[];
  /** Runs the DTO rules that the schema does not say. */
  readonly visitRules?: ((args: never, visit: VisitRules) => void) | undefined;
  readonly invoke: (instance: never, args: never, run: RunContext, host: HostValues) => unknown;
}

/** A parameter that no model sees. */
export type HostParameter =
  | { readonly kind: 'inject'; readonly name: string; readonly token: Token; readonly optional: boolean }
  | { readonly kind: 'resolve'; readonly name: string; readonly resolve: ParameterResolver }
  | { readonly kind: 'input'; readonly name: string };
