import type { Class, Interceptor, ToolDefinition } from '@haft/core';
import type { Path } from '@haft/schema';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';
import { CallStopped } from '../call-stopped.js';
import type { KnownTexts } from '../../arguments/feedback/known-texts.js';
import { isPolicy, Policy } from '../around/policy.js';
import { isRedaction, type Redaction } from '../around/redact.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';
import type { CallExecutor } from '../../ledger/call-executor.js';
import { type SharedToolState } from './shared-tool-state.js';

/** A tool that is prepared for calls. */
export class PlannedTool {
  readonly name: string;
  readonly timeoutMs: number;
  /** Interceptors of the runtime, the toolset and the tool. The first is the outermost. */
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
  /** Results of `redact()` among the interceptors, for this tool. */
  readonly redactions: readonly Redaction[];
  /**
   * Whether the record of a refusal of step 2 needs the general path: its text is redacted, or it
   * spends the retry budget.
   */
  readonly recordsRefusals: boolean;
  /** Results of `policy()` among the interceptors, for this tool. */
  readonly policies: readonly Policy[];
  /**
   * The optional steps of its calls, as bits. 0 for most tools, so that one comparison is enough.
   */
  readonly optionalSteps: number;
  readonly maxCallsPerRun: number;
  readonly isFinal: boolean;
  /** Whether its results are compared with their schema. */
  readonly checksResults: boolean;
  /** Whether every call has a row in the ledger. */
  readonly hasRow: boolean;
  /** Executes its calls elsewhere. Undefined for this process. */
  readonly executor: CallExecutor | undefined;
  /** The first value of `ToolState.instance`: a ready instance, or one that all runs share. */
  instance: object | undefined;
  /** Texts of retry prompts about the tool. Set at the first prompt. */
  texts: KnownTexts | undefined = undefined;
  /** Paths of arguments whose values no text shows. Set when they are first needed. */
  hiddenPaths: readonly Path[] | undefined = undefined;
  private madeOutOfTime: CallStopped | undefined = undefined;
  /** Keeps objects alive, so that V8 keeps the code that it optimized for their shapes. */
  private warm: unknown = undefined;

  constructor(
    readonly tool: AnyTool,
    /** Shared by all runs. */
    readonly shared: SharedToolState,
    defaults: PlanDefaults,
  ) {
    this.name = tool.definition.name;
    const { timeoutMs, background, effect } = tool.settings;
    this.timeoutMs = timeoutMs ?? (background === undefined ? defaults.timeoutMs : BACKGROUND_TIMEOUT_MS);
    const given = [...defaults.interceptors, ...(tool.settings.interceptors ?? [])];
    this.interceptors = given.filter((one) => !(isRedaction(one) || isPolicy(one)));
    this.redactions = given.filter(isRedaction).filter((one) => one.matches(tool.definition));
    this.recordsRefusals = this.redactions.length > 0 || tool.hiddenBehind !== undefined;
    this.policies = policiesOf(tool, given.filter(isPolicy));
    this.instance = tool.body.target === undefined ? (tool.body.instance ?? NO_INSTANCE) : undefined;
    this.maxCallsPerRun = tool.settings.callLimit?.perRun ?? Infinity;
    this.isFinal = tool.settings.final ?? false;
    this.checksResults = defaults.checksResults && 'result' in tool.definition;
    const { ledgerCalls } = defaults;
    this.hasRow = ledgerCalls === 'all' || (ledgerCalls === 'needed' && (effect ?? background) !== undefined);
    this.executor = staysHere(tool) ? undefined : defaults.executor?.(tool.definition);
    this.optionalSteps =
      optionalStepsOf(tool, this.interceptors.length > 0) |
      (this.policies.length > 0 ? OPTIONAL_STEP.decision : 0) |
      (this.hasRow ? OPTIONAL_STEP.ledger : 0) |
      (this.executor === undefined ? 0 : OPTIONAL_STEP.executor);
  }

  /**
   * The reason of calls that reach their deadline. Shared, since creating one takes as long as the
   * rest of the answer, and its stack has no information.
   */
  get outOfTime(): CallStopped {
    return (this.madeOutOfTime ??= new CallStopped('deadline', `The call of '${this.name}' ran out of time.`));
  }

  /**
   * Keeps compiled code alive. The first call of each run calls it. Once the check is loaded, only
   * the first time has an effect.
   */
  keepWarm(): void {
    const { check } = this.tool;
    if (check.emitted?.isComing === true) return;
    this.warm ??= [warmed(check)];
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

/** Reads example arguments. Ignores an error of unread rules, since the call throws it again. */
function warmed(check: ArgumentCheck): object | undefined {
  try {
    return check.read(check.example());
  } catch {
    return undefined;
  }
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

/** The bits of {@link PlannedTool.optionalSteps}. */
const OPTIONAL_STEP = {
  interceptors: 1,
  validators: 2,
  decision: 4,
  cache: 8,
  host: 16,
  gate: 32,
  isolated: 64,
  hidden: 128,
  references: 256,
  ledger: 512,
  executor: 1024,
} as const;

function optionalStepsOf({ settings, body, hiddenBehind, references }: AnyTool, intercepted: boolean): number {
  const asksUser = body.host.some((parameter) => parameter.kind === 'input');
  let steps = 0;
  if (intercepted) steps |= OPTIONAL_STEP.interceptors;
  if (settings.validate !== undefined) steps |= OPTIONAL_STEP.validators;
  if (settings.approvals !== undefined || settings.external === true || asksUser || body.preview !== undefined)
    steps |= OPTIONAL_STEP.decision;
  if (settings.cached !== undefined) steps |= OPTIONAL_STEP.cache;
  if (body.host.length > 0) steps |= OPTIONAL_STEP.host;
  if (settings.callLimit?.concurrent !== undefined) steps |= OPTIONAL_STEP.gate;
  if (settings.isolated === true) steps |= OPTIONAL_STEP.isolated;
  if (hiddenBehind !== undefined) steps |= OPTIONAL_STEP.hidden;
  if (references !== undefined) steps |= OPTIONAL_STEP.references;
  return steps;
}
