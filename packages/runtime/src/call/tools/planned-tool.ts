import type { Class, Interceptor, ToolDefinition } from '@haft/core';
import type { Path } from '@haft/schema';
import { CallStopped } from '../call-stopped.js';
import type { KnownTexts } from '@haft/arguments/lazy';
import { nameInRun } from '@haft/core/internal';
import { isPolicy, Policy } from '../around/policy.js';
import { isRedaction, type Redaction } from '../around/redact.js';
import type { AnyTool } from '@haft/compose';
import type { CallExecutor } from '../../ledger/call-executor.js';
import type { SharedToolState } from './shared-tool-state.js';

/** A tool that is prepared for calls. */
export class PlannedTool {
  /** The name in the run. For a resource or a prompt, its kind and its name. */
  readonly name: string;
  readonly timeoutMs: number;
  /** Interceptors of the runtime, the toolset and the tool. The first is the outermost. */
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
  /** Results of `redact()` among the interceptors, for this tool. */
  readonly redactions: readonly Redaction[];
  /** Results of `policy()` among the interceptors, for this tool. */
  readonly policies: readonly Policy[];
  readonly maxCallsPerRun: number;
  readonly isFinal: boolean;
  /** Whether its results are compared with their schema. */
  readonly checksResults: boolean;
  /** Whether every call has a row in the ledger. */
  readonly hasRow: boolean;
  /** Executes its calls elsewhere. Undefined for this process. */
  readonly executor: CallExecutor | undefined;
  /**
   * The steps of its calls by route, which `call-plan.ts` makes and reads. Set when a call first
   * takes the route. Their type would tie this file to all files of a call.
   */
  readonly plans: Record<string, readonly object[] | undefined> = {};
  /** The first value of `ToolState.instance`: a ready instance, or one that all runs share. */
  instance: object | undefined;
  /** Texts of retry prompts about the tool. Set at the first prompt. */
  texts: KnownTexts | undefined = undefined;
  /** Paths of arguments whose values no text shows. Set when they are first needed. */
  hiddenPaths: readonly Path[] | undefined = undefined;
  private madeOutOfTime: CallStopped | undefined = undefined;

  constructor(
    readonly tool: AnyTool,
    /** Shared by all runs. */
    readonly shared: SharedToolState,
    defaults: PlanDefaults,
  ) {
    this.name = nameInRun(tool.definition);
    const { timeoutMs, background, effect } = tool.settings;
    this.timeoutMs = timeoutMs ?? (background === undefined ? defaults.timeoutMs : BACKGROUND_TIMEOUT_MS);
    const given = [...defaults.interceptors, ...(tool.settings.interceptors ?? [])];
    this.interceptors = given.filter((one) => !(isRedaction(one) || isPolicy(one)));
    this.redactions = given.filter(isRedaction).filter((one) => one.matches(tool.definition));
    this.policies = policiesOf(tool, given.filter(isPolicy));
    this.instance = tool.body.target === undefined ? (tool.body.instance ?? NO_INSTANCE) : undefined;
    this.maxCallsPerRun = tool.settings.callLimit?.perRun ?? Infinity;
    this.isFinal = tool.settings.final ?? false;
    this.checksResults = defaults.checksResults && 'result' in tool.definition;
    const { ledgerCalls } = defaults;
    this.hasRow = ledgerCalls === 'all' || (ledgerCalls === 'needed' && (effect ?? background) !== undefined);
    this.executor = staysHere(tool) ? undefined : defaults.executor?.(tool.definition);
  }

  /**
   * The reason of calls that reach their deadline. Shared, since creating one takes as long as the
   * rest of the answer, and its stack has no information.
   */
  get outOfTime(): CallStopped {
    return (this.madeOutOfTime ??= new CallStopped('deadline', `The call of '${this.name}' ran out of time.`));
  }
}

/** Returns the policies for a tool. A rule that names missing tools is one that denies. */
function policiesOf(tool: AnyTool, given: readonly Policy[]): readonly Policy[] {
  const own = given.filter((one) => one.matches(tool.definition));
  return tool.brokenRule === undefined ? own : [denyAll(tool.brokenRule), ...own];
}

function denyAll(brokenRule: string): Policy {
  return new Policy(({ definition, run }) => {
    run.logger.error(`A call of '${definition.name}' was denied: ${brokenRule}`, {
      hint: 'The rule could be for this tool. Correct its name, or write { optional: true } if the tool may be absent.',
    });
    return { deny: 'The tool cannot be used now: a rule of the application is not complete. Do not call it again.' };
  });
}

/** An hour. */
const BACKGROUND_TIMEOUT_MS = 60 * 60 * 1000;

/** The instance of a tool that is not a method. */
const NO_INSTANCE: object = Object.freeze({});

/** Settings for tools that have none. */
export interface PlanDefaults {
  readonly timeoutMs: number;
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
  /** Whether results are compared with their schemas. */
  readonly checksResults: boolean;
  /** The calls that have a row in the ledger. Undefined without a ledger. */
  readonly ledgerCalls: 'needed' | 'all' | undefined;
  /** Returns the executor of a tool. */
  readonly executor: ((tool: ToolDefinition) => CallExecutor | undefined) | undefined;
}

/** Tools of the runtime itself, and values that belong to the run, stay in this process. */
function staysHere({ body, references }: AnyTool): boolean {
  return body.isOfRuntime === true || references?.result !== undefined;
}
