import type { DeferralRequest } from '@haft/core';
import type { Task } from '@haft/runtime';
import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server';
import { questionOf, type Question } from '../../elicitation/question.js';
import type { McpOptions } from '../../mcp-options.js';

/** A question of a task, under the key that the client answers. */
export interface OpenQuestion extends Question {
  readonly key: string;
  readonly request: DeferralRequest;
}

/**
 * The questions of tasks. A client answers a key once, so that a rejected answer opens a new key.
 * Another process knows only the first key of a request.
 */
export class OpenQuestions {
  /** The rejected answers, by request. The oldest come first. */
  private readonly rejected = new Map<string, { readonly round: number; readonly reason: string }>();

  constructor(private readonly ask: McpOptions['ask']) {}

  /** Returns the questions that the user of the client may answer. */
  of({ requests }: Task): readonly OpenQuestion[] {
    return requests.flatMap(({ request }) => {
      if (request === undefined) return [];
      const wording = this.ask?.(request) ?? {};
      const question = questionOf(request);
      if (question === undefined || wording === false) return [];
      const before = this.rejected.get(request.id);
      const message = wording.message ?? question.message;
      return [
        {
          ...question,
          request,
          key: before === undefined ? request.id : `${request.id}.${before.round}`,
          message: before === undefined ? message : `${before.reason}\n\n${message}`,
        },
      ];
    });
  }

  /** Opens a new key for a request whose answer cannot be used. */
  reject({ id }: DeferralRequest, reason: string): void {
    const round = (this.rejected.get(id)?.round ?? 1) + 1;
    this.rejected.delete(id);
    this.rejected.set(id, { round, reason });
    const [oldest] = this.rejected.keys();
    if (this.rejected.size > MOST_REJECTED && oldest !== undefined) this.rejected.delete(oldest);
  }
}

/** Returns questions in the form of the protocol. */
export function inputRequestsOf(questions: readonly OpenQuestion[]): InputRequiredResult['inputRequests'] {
  return Object.fromEntries(
    questions.map(({ key, message, schema }) => [key, inputRequired.elicit({ message, requestedSchema: schema })]),
  );
}

const MOST_REJECTED = 10_000;
