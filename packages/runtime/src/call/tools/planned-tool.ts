import type { Class, Interceptor } from '@haft/core';
import type { Path } from '@haft/schema';
import type { ArgumentCheck } from '../../arguments/accepted-arguments.js';
import { CallStopped } from '../call-stopped.js';
import type { KnownTexts } from '../../arguments/feedback/known-texts.js';
import { isPolicy, type Policy } from '../around/policy.js';
import { isRedaction, type Redaction } from '../around/redact.js';
import type { AnyTool } from '../../toolsets/port/any-tool.js';
import { type SharedToolState } from './shared-tool-state.js';

/** A tool with everything that can be known of its calls before one comes. */
export class PlannedTool {
  readonly name: string;
  readonly timeoutMs: number;
  /** The runtime's, then the toolset's, then the tool's own; the first is the outermost. */
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
  /** Those of the interceptors that `redact()` gave, as far as they are for this tool. */
  readonly redactions: readonly Redaction[];
  /** Those that `policy()` gave, as far as they are for this tool. */
  readonly policies: readonly Policy[];
  /** Whether a call needs more than the usual steps: one integer, so that the usual call asks one question. 0: nothing. */
  readonly optionalSteps: number;
  readonly maxCallsPerRun: number;
  readonly isFinal: boolean;
  readonly hasResultSchema: boolean;
  /** What `ToolState.instance` begins with: a ready instance, or one that the container gives to all runs. */
  instance: object | undefined;
  /** What retry prompts said of the tool; made with the first. */
  texts: KnownTexts | undefined = undefined;
  /** The places of its arguments whose values no text shows, once somebody asked. */
  hiddenPaths: readonly Path[] | undefined = undefined;
  private madeOutOfTime: CallStopped | undefined = undefined;
  /** Kept so that V8 keeps the code that was optimised for these shapes; otherwise a full collection throws it away. */
  private warm: unknown;

  constructor(
    readonly tool: AnyTool,
    /** Shared by all runs. */
    readonly shared: SharedToolState,
    defaults: PlanDefaults,
  ) {
    this.name = tool.definition.name;
    this.timeoutMs = tool.settings.timeoutMs ?? defaults.timeoutMs;
    const given = [...defaults.interceptors, ...(tool.settings.interceptors ?? [])];
    this.interceptors = given.filter((one) => !(isRedaction(one) || isPolicy(one)));
    this.redactions = given.filter(isRedaction).filter((one) => one.matches(tool.definition));
    this.policies = given.filter(isPolicy).filter((one) => one.matches(tool.definition));
    this.instance = tool.body.target === undefined ? (tool.body.instance ?? NO_INSTANCE) : undefined;
    this.maxCallsPerRun = tool.settings.callLimit?.perRun ?? Infinity;
    this.isFinal = tool.settings.final ?? false;
    this.hasResultSchema = 'result' in tool.definition;
    this.optionalSteps =
      optionalStepsOf(tool, this.interceptors.length > 0) | (this.policies.length > 0 ? OPTIONAL_STEP.decision : 0);
  }

  /** Why calls end at their deadline. One for all: its stack says nothing, and to make one takes as long as the rest of the answer. */
  get outOfTime(): CallStopped {
    return (this.madeOutOfTime ??= new CallStopped('deadline', `The call of '${this.name}' ran out of time.`));
  }

  /** Called when the first call of a run comes, and often: does nothing after the first time that the check is there. */
  keepWarm(): void {
    const { check } = this.tool;
    if (check.emitted?.isComing === true) return;
    this.warm ??= [warmed(check)];
  }
}

/** What the first read of a DTO with unread rules throws, the call throws again, to who awaits it. */
function warmed(check: ArgumentCheck): object | undefined {
  try {
    return check.read(check.example());
  } catch {
    return undefined;
  }
}

/** Of a tool that is no method. */
const NO_INSTANCE: object = Object.freeze({});

/** What applies to every tool that says nothing else. */
export interface PlanDefaults {
  readonly timeoutMs: number;
  readonly interceptors: readonly (Interceptor | Class<Interceptor>)[];
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
} as const;

function optionalStepsOf({ settings, body, hiddenBehind }: AnyTool, intercepted: boolean): number {
  const asksUser = body.host.some((parameter) => parameter.kind === 'input');
  let steps = 0;
  if (intercepted) steps |= OPTIONAL_STEP.interceptors;
  if (settings.validate !== undefined) steps |= OPTIONAL_STEP.validators;
  if (settings.approvals !== undefined || settings.external === true || asksUser) steps |= OPTIONAL_STEP.decision;
  if (settings.cached !== undefined) steps |= OPTIONAL_STEP.cache;
  if (body.host.length > 0) steps |= OPTIONAL_STEP.host;
  if (settings.callLimit?.concurrent !== undefined) steps |= OPTIONAL_STEP.gate;
  if (settings.isolated === true) steps |= OPTIONAL_STEP.isolated;
  if (hiddenBehind !== undefined) steps |= OPTIONAL_STEP.hidden;
  return steps;
}
