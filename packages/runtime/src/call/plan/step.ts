import type { ToolOutcome } from '@haft/core';
import type { StepName } from '../../events/step-channel.js';
import type { Call } from '../call.js';
import type { PlannedTool } from '../tools/planned-tool.js';

/**
 * The way of a call through the steps.
 *
 * - `usual`: the steps that its tool needs.
 * - `full`: all steps, for a call whose plan cannot know them: it is inside another call, its row
 *   is in a ledger, its decision is void, or a subscriber watches the steps.
 * - `thread`: the steps in a worker thread, for a call that was accepted and decided before.
 * - `remote`: the steps for another process, which accepts and decides the call again.
 */
export type Route = 'usual' | 'full' | 'thread' | 'remote';

/** The facts of a step. */
interface StepFacts {
  /**
   * The names that `haft:step` publishes: the first one when the step begins, others by the step
   * itself.
   */
  readonly names: readonly StepName[];
  /** The routes with this step. Default: `usual` and `full`. */
  readonly routes?: readonly Route[];
  /**
   * Returns whether the calls of a tool need the step on the route `usual`. It is asked once.
   * Default: they do. On other routes, a step also runs without anything to do.
   */
  readonly needed?: (planned: PlannedTool) => boolean;
  /** Whether arguments that an interceptor changed take the step again. */
  readonly accepts?: true;
  /** Whether the step runs code of the application, which may cancel the run. */
  readonly runsCode?: true;
}

/** The answer of a call, or undefined if the call continues. */
export type Answer = ToolOutcome | undefined;

/** A step that answers the call or lets it continue. */
export interface PlainStep extends StepFacts {
  readonly around?: undefined;
  run(call: Call): Answer | Promise<Answer>;
}

/** A step around all later ones. */
export interface AroundStep extends StepFacts {
  around(call: Call, rest: Rest): Promise<ToolOutcome>;
}

/** A step that every call takes, and that is in no plan. */
export interface FixedStep extends Pick<StepFacts, 'names'> {
  readonly fixed: (...args: never) => unknown;
}

/** A step of a plan. */
export type Step = PlainStep | AroundStep;

/** The steps behind an {@link AroundStep}. */
export interface Rest {
  /** Takes them. Each use takes them once more. */
  take(): Promise<ToolOutcome>;
  /** Takes the steps that accept arguments again, for arguments that an interceptor changed. */
  accept(args: unknown): Promise<Answer>;
}

/** Gets the answer of the steps: the caller of the call, or the step around them. */
export interface Receiver {
  answer(call: Call, outcome: ToolOutcome): void;
  /** Receives a mistake of the developer, or the reason why the call was stopped. */
  reject(call: Call, error: unknown): void;
}
