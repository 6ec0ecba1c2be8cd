import { decisions, type Run, type Runtime, type ToolCall, type ToolOutcome } from 'haft';
import type { Script } from './scripted-model.js';

/** The cost of a conversation. */
export interface Cost {
  /** Requests to the model. */
  readonly roundTrips: number;
  /** Tokens that the model read, in all requests together. */
  readonly tokensIn: number;
  /** Tokens that the model wrote. */
  readonly tokensOut: number;
  /** Time without the model, in milliseconds. */
  readonly ms: number;
  /** Decisions of people. */
  readonly decisions: number;
}

/** A conversation: its answer and its cost. */
export interface Conversation {
  readonly answer: string;
  readonly cost: Cost;
}

/** Lets a scripted model answer a question. A person approves what waits, in another process. */
export async function converse(runtime: Runtime, question: string, script: Script): Promise<Conversation> {
  let run: Run = runtime.startRun();
  const definitions = JSON.stringify(await run.definitions()) + (await run.instructions());
  const read: (readonly unknown[])[] = [];
  let context = definitions + question;
  let [tokensIn, tokensOut, ms, asked] = [0, 0, 0, 0];
  for (const [index, turn] of script.entries()) {
    tokensIn += tokensOf(context);
    const message = turn(read);
    const written = JSON.stringify(message);
    tokensOut += tokensOf(written);
    if (typeof message === 'string') {
      await run.end();
      return { answer: message, cost: { roundTrips: index + 1, tokensIn, tokensOut, ms, decisions: asked } };
    }
    const begin = performance.now();
    const answered = await answer(runtime, run, message);
    ms += performance.now() - begin;
    asked += answered.decisions;
    ({ run } = answered);
    read.push(answered.outcomes.map((outcome) => valueOf(outcome)));
    context += written + answered.outcomes.map(({ text }) => text).join('');
  }
  throw new Error('The script has no answer.');
}

interface Answered {
  readonly run: Run;
  readonly outcomes: readonly ToolOutcome[];
  readonly decisions: number;
}

// #region suspended
/** Executes the calls of a message. If one waits, the run is stored, approved and resumed. */
async function answer(runtime: Runtime, run: Run, calls: readonly ToolCall[]): Promise<Answered> {
  let current = { run, outcomes: await run.callAll(calls) };
  let decided = 0;
  while (current.outcomes.some(({ status }) => status === 'deferred')) {
    const pending = JSON.parse(JSON.stringify(current.run.pending())) as ReturnType<Run['pending']>;
    decided += pending.requests.length;
    await current.run.end();
    current = await runtime.resumeRun(pending, decisions().rest('approve'));
  }
  return { ...current, decisions: decided };
}
// #endregion suspended

/** A usual estimate: a token is about four characters. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The script works with values. A model reads the same in the text. */
function valueOf(outcome: ToolOutcome): unknown {
  const { value, text } = outcome as ToolOutcome & { readonly value?: unknown };
  if (outcome.status !== 'success' || value === undefined) return text;
  return isProgram(value) ? (value.output ?? text) : value;
}

function isProgram(value: unknown): value is { readonly output: unknown } {
  return typeof value === 'object' && value !== null && 'output' in value && 'toolCalls' in value;
}
