import { type ToolCall, type ToolOutcome, refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { Run } from '@haft/runtime';
import { TestFailure } from '../test-failure.js';
import { transcriptText, type Shown, type TranscriptTurn } from './transcript.js';

/** The answer of the model: one call, several calls of one message, or its final text. */
export type ModelAnswer = string | ToolCall | readonly ToolCall[];

/**
 * A step of a script: an answer, or a function that returns it. The function reads everything that
 * the model sees. It may have assertions too.
 */
export type ModelTurn = ModelAnswer | ((shown: Shown) => ModelAnswer | Promise<ModelAnswer>);

/** Options of {@link ScriptedModel.run}. */
export interface ScriptedRunOptions {
  /** The outcomes from `run.resume` of calls that waited, if the script continues after a pause. */
  readonly outcomes?: readonly ToolOutcome[];
  /** Called after each turn, when its calls have outcomes. */
  readonly onTurn?: (turn: TranscriptTurn) => void | Promise<void>;
}

/** The end of a script. */
export interface ScriptedResult {
  /**
   * `text`: the model gave its final text. `final`: a `@Final` tool ended the run. `paused`: a call
   * waits for a person or another system. Resume the run, then run the model again.
   */
  readonly end: 'text' | 'final' | 'paused';
  /** The final text of the model. For `final`, the answer of the tool. Empty after a pause. */
  readonly text: string;
  /** All turns so far, also from before a pause. */
  readonly transcript: readonly TranscriptTurn[];
}

/**
 * Creates a model that follows a script, for tests of whole conversations without a model.
 *
 * @param script - the turns, in order. A script ends with a text, a `@Final` tool or a pause.
 * @example
 * const model = scriptedModel([
 *   { name: 'file_read', arguments: '{"path":"a.txt"}' },
 *   ({ outcomes }) => `It says: ${outcomes[0]?.text}`,
 * ]);
 * const { text } = await model.run(runtime.startRun());
 */
export function scriptedModel(script: readonly ModelTurn[]): ScriptedModel {
  return new ScriptedModel(script);
}

/**
 * A model that follows a script. Created by {@link scriptedModel}. Run it once, and again after a
 * pause.
 */
export class ScriptedModel {
  /** All turns so far, oldest first. */
  readonly transcript: TranscriptTurn[] = [];

  constructor(private readonly script: readonly ModelTurn[]) {}

  /** The number of unused steps of the script. */
  get unused(): number {
    return this.script.length - this.transcript.length;
  }

  /**
   * Runs the loop around a model until the model is done: shows the tools, takes the answer and
   * executes the calls with `run.callAll`. Does not end the run.
   *
   * @throws {TestFailure} if the script ends before the conversation, or has turns left after it
   */
  async run(
    run: Pick<Run, 'definitions' | 'instructions' | 'callAll' | 'nextStep'>,
    options: ScriptedRunOptions = {},
  ): Promise<ScriptedResult> {
    refuseUnknownOptions('ScriptedModel.run', options, OPTIONS);
    const { outcomes = [], onTurn } = options;
    let read = outcomes;
    for (;;) {
      const [definitions, instructions] = [await run.definitions(), await run.instructions()];
      const turn = await this.take({ turn: this.transcript.length, definitions, instructions, outcomes: read }, run);
      await onTurn?.(turn);
      const result = this.resultOf(turn);
      if (result !== undefined) return result;
      read = turn.outcomes;
      run.nextStep();
    }
  }

  /**
   * Asserts that the script has no steps left. Use it after a pause, because only the test knows
   * whether the script continues.
   *
   * @throws {TestFailure} if steps of the script are unused
   */
  assertUsed(): void {
    if (this.unused <= 0) return;
    const steps = this.unused === 1 ? 'step was' : `${this.unused} steps were`;
    throw this.failure(`The conversation is over, and the last ${steps} not asked for.`);
  }

  private async take(shown: Shown, run: Pick<Run, 'callAll'>): Promise<TranscriptTurn> {
    const step = this.script[shown.turn];
    if (step === undefined) {
      throw this.failure(
        `The conversation needs turn ${shown.turn + 1}, and the script has ${this.script.length}. End it with a text.`,
      );
    }
    const answer = typeof step === 'function' ? await step(shown) : step;
    const text = typeof answer === 'string' ? answer : undefined;
    const calls = typeof answer === 'string' ? [] : callsOf(answer, shown.turn);
    if (text === undefined && calls.length === 0) {
      throw this.failure(`Turn ${shown.turn + 1} of the script is an empty list of calls. Give a call or a text.`);
    }
    const outcomes = calls.length === 0 ? [] : await run.callAll(calls);
    const turn: TranscriptTurn = { shown, calls, text, outcomes };
    this.transcript.push(turn);
    return turn;
  }

  /** Returns undefined while the conversation continues. */
  private resultOf({ text, outcomes }: TranscriptTurn): ScriptedResult | undefined {
    const { transcript } = this;
    if (outcomes.some(({ status }) => status === 'deferred')) return { end: 'paused', text: '', transcript };
    const final = outcomes.find((one) => one.status === 'success' && one.final === true);
    if (text === undefined && final === undefined) return undefined;
    this.assertUsed();
    return final === undefined
      ? { end: 'text', text: text ?? '', transcript }
      : { end: 'final', text: final.text, transcript };
  }

  private failure(message: string): TestFailure {
    const before = this.transcript.length === 0 ? '' : ` So far:\n${transcriptText(this.transcript)}`;
    return new TestFailure(`${message}${before}`);
  }
}

function callsOf(
  answer: ToolCall | readonly ToolCall[],
  turn: number,
): readonly (ToolCall & { readonly id: string })[] {
  const calls = isList(answer) ? answer : [answer];
  return calls.map((call, index) => ({ ...call, id: call.id ?? `call_${turn + 1}_${index + 1}` }));
}

function isList(answer: ToolCall | readonly ToolCall[]): answer is readonly ToolCall[] {
  return Array.isArray(answer);
}

const OPTIONS: OptionNames<ScriptedRunOptions> = { outcomes: true, onTurn: true };
