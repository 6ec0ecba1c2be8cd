import type { Books } from '../books.js';
import { call, result, type Read, type Script, type Turn } from '../scripted-model.js';

/** A task, and how a model does it in three ways. */
export interface Task {
  readonly question: string;
  /** Returns the right answer, from the records themselves. */
  readonly expected: (books: Books) => string;
  readonly calls: Script;
  readonly plan: Script;
  readonly code: Script;
}

/** A step of a plan. */
export interface Step {
  readonly id?: string;
  readonly tool: string;
  readonly args: object;
  readonly dependsOn?: readonly string[];
}

/** Sends a plan. */
export function plan(...steps: readonly Step[]): readonly [ReturnType<typeof call>] {
  return planThatReturns(undefined, ...steps);
}

/** Sends a plan that returns the results of these steps. */
export function planThatReturns(
  ids: readonly string[] | undefined,
  ...steps: readonly Step[]
): readonly [ReturnType<typeof call>] {
  return [call('execute_plan', { steps, ...(ids !== undefined && { return: ids }) })];
}

/** Sends a program whose result is the answer, then the answer. */
export function program(code: string): Script {
  return [() => [call('execute_code', { code })], (read) => String(result(read, 0))];
}

/** Returns the result of a step of the plan that a message sent. */
export function stepResult<T>(read: Read, turn: number, step: number): T {
  return result<readonly { readonly result: T }[]>(read, turn)[step]?.result as T;
}

/** Sends one message of calls. */
export function once(message: ReturnType<Turn>): Turn {
  return () => message;
}

/** Adds numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
