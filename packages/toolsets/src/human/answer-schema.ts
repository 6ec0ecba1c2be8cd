import type { JsonSchemaObject } from '@haft/schema';

/** A question as the model asks it. */
export interface Question {
  readonly options?: readonly string[];
  readonly multiple?: boolean;
  readonly allowOther?: boolean;
}

/** Returns the schema of the answer to one question, for the form that the user sees. */
export function answerSchema({ options = [], multiple = false, allowOther = false }: Question): JsonSchemaObject {
  const one = oneAnswer(options, allowOther);
  if (!multiple) return { ...one, description: 'The answer to the question.' };
  return { type: 'array', items: one, minItems: 1, uniqueItems: true, description: 'The answers to the question.' };
}

function oneAnswer(options: readonly string[], allowOther: boolean): JsonSchemaObject {
  if (options.length === 0) return { type: 'string' };
  return allowOther ? { type: 'string', examples: [...options] } : { type: 'string', enum: [...options] };
}
