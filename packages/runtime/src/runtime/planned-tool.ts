import type { Class, Interceptor } from '@haft/core';
import type { Path } from '@haft/schema';
import type { ArgumentCheck } from '../arguments/accepted-arguments.js';
import type { KnownTexts } from '../feedback/known-texts.js';
import { Policy } from '../interceptors/policy.js';
import { Redaction } from '../interceptors/redact.js';
import type { AnyTool } from '../toolsets/any-tool.js';
import { type ToolGovernor } from './tool-governor.js';

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
  readonly extras: number;
  readonly maxCallsPerRun: number;
  readonly isFinal: boolean;
  readonly hasResultSchema: boolean;
  /** What `ToolState.instance` begins with: a ready instance, or one that the container gives to all runs. */
  instance: object | undefined;
  /** What retry prompts said of the tool; made with the first. */
  texts: KnownTexts | undefined = undefined;
  /** The places of its arguments whose values no text shows, once somebody asked. */
  hiddenPaths: readonly Path[] | undefined = undefined;
  /** Kept so that V8 keeps the code that was optimised for these shapes; otherwise a full collection throws it away. */
  private warm: unknown;

  constructor(
    readonly tool: AnyTool,
    /** Shared by all runs. */
    readonly governor: ToolGovernor,
    defaults: PlanDefaults,
  ) {
    this.name = tool.definition.name;
    this.timeoutMs = tool.policy.timeoutMs ?? defaults.timeoutMs;
    const given = [...defaults.interceptors, ...(tool.policy.interceptors ?? [])];
    this.interceptors = given.filter((one) => !(one instanceof Redaction || one instanceof Policy));
    this.redactions = given.filter((one) => one instanceof Redaction).filter((one) => one.matches(tool.definition));
    this.policies = given.filter((one) => one instanceof Policy).filter((one) => one.matches(tool.definition));
    this.instance = tool.body.target === undefined ? (tool.body.instance ?? NO_INSTANCE) : undefined;
    this.maxCallsPerRun = tool.policy.callLimit?.perRun ?? Infinity;
    this.isFinal = tool.policy.final ?? false;
    this.hasResultSchema = 'result' in tool.definition;
    this.extras = extrasOf(tool, this.interceptors.length > 0) | (this.policies.length > 0 ? EXTRA.decision : 0);
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

/** The bits of {@link PlannedTool.extras}. */
const EXTRA = {
  interceptors: 1,
  validators: 2,
  decision: 4,
  cache: 8,
  host: 16,
  gate: 32,
  isolated: 64,
  hidden: 128,
} as const;

function extrasOf({ policy, body, hiddenBehind }: AnyTool, intercepted: boolean): number {
  const asksUser = body.host.some((parameter) => parameter.kind === 'input');
  let extras = 0;
  if (intercepted) extras |= EXTRA.interceptors;
  if (policy.validate !== undefined) extras |= EXTRA.validators;
  if (policy.approvals !== undefined || policy.external === true || asksUser) extras |= EXTRA.decision;
  if (policy.cached !== undefined) extras |= EXTRA.cache;
  if (body.host.length > 0) extras |= EXTRA.host;
  if (policy.callLimit?.concurrent !== undefined) extras |= EXTRA.gate;
  if (policy.isolated === true) extras |= EXTRA.isolated;
  if (hiddenBehind !== undefined) extras |= EXTRA.hidden;
  return extras;
}
