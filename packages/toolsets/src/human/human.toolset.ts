import { Example, Hints, NarrowInput, Param, Tool, Toolset, UserInput } from '@haft/core';
import { answerSchema, type Question } from './answer-schema.js';

/** Asks the user. */
@Toolset({
  instructions: 'Use ask_user only for what no other tool can tell you.',
})
export class HumanToolset {
  /**
   * Asks the user a question and returns the answer.
   * @param answer The answer of the user.
   * @alias ask_human, ask_question, ask_followup_question, AskUserQuestion
   */
  @Tool({ name: 'ask_user', strict: false, metadata: { haft: 'ask_user' } })
  @Hints({ readOnly: true, openWorld: true })
  @NarrowInput((question: Question) => ({ answer: answerSchema(question) }))
  @Example({ question: 'Which colour?', options: ['red', 'blue'] })
  ask(
    /** @alias prompt, message, text */
    @Param({ minLength: 1, maxLength: 2000 })
    question: string,
    @UserInput() answer: string | string[],
    /** @alias choices, answers, suggestions */
    @Param({ minItems: 2, maxItems: 8 })
    options?: string[],
    allowOther?: boolean,
    /** @alias multi_select */
    multiple = false,
  ): string | string[] {
    return multiple ? [answer].flat() : answer;
  }
}
