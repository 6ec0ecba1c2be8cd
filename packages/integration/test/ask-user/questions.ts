import type { JsonValue } from '@haft/schema';

/** A question of a model, with a right and a wrong answer of the user. */
export interface AskedQuestion {
  readonly title: string;
  readonly args: Readonly<Record<string, JsonValue>>;
  readonly answer: string | string[];
  /** An answer that the question does not allow. */
  readonly wrong: JsonValue;
  /** The model reads this text after the right answer. */
  readonly text: string;
}

const question = 'Which colour?';
const options = ['red', 'blue'];

/** One question of each kind. */
export const QUESTIONS: readonly AskedQuestion[] = [
  { title: 'a free answer', args: { question }, answer: 'green', wrong: ['green', 'red'], text: 'green' },
  { title: 'one of the options', args: { question, options }, answer: 'blue', wrong: 'green', text: 'blue' },
  {
    title: 'another answer than the options',
    args: { question, options, allowOther: true },
    answer: 'green',
    wrong: ['red', 'green'],
    text: 'green',
  },
  {
    title: 'several options',
    args: { question, options, multiple: true },
    answer: ['red', 'blue'],
    wrong: ['red', 'green'],
    text: '["red","blue"]',
  },
  {
    title: 'several answers, one of them not in the options',
    args: { question, options, multiple: true, allowOther: true },
    answer: ['red', 'green'],
    wrong: [],
    text: '["red","green"]',
  },
];

/** The question with options, of which one is the answer. */
export const CHOICE = QUESTIONS[1] as AskedQuestion;
