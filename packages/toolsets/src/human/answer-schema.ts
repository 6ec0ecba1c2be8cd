import type { JsonSchemaObject } from '@haft/schema';

/** A question as the model asks it. */
export interface Question {
  readonly question: string;
  readonly options?: readonly string[];
  readonly multiple?: boolean;
  readonly allowOther?: boolean;
}

/**
 * Returns the schema of the answer to one question, for the form that the user sees. The question
 * is the description: some forms show nothing else.
 */
export function answerSchema(asked: Question): JsonSchemaObject {
  const { question, options = [], multiple = false, allowOther = false } = asked;
  const one = oneAnswer([...new Set(options)], allowOther);
  if (!multiple) return { ...one, description: question };
  return { type: 'array', items: one, minItems: 1, uniqueItems: true, description: question };
}

function oneAnswer(options: readonly string[], allowOther: boolean): JsonSchemaObject {
  if (options.length === 0) return { type: 'string' };
  return allowOther ? { type: 'string', examples: [...options] } : { type: 'string', enum: [...options] };
}
