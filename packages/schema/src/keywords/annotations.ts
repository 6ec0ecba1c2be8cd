/** The keywords that do not check values. They are alike, so they share one module. */
import { A_FLAG, A_LIST, A_TEXT } from './argument-rules.js';
import type * as Aspect from './keyword.js';
import { NOTHING } from './nothing.js';

type Annotation = 'title' | 'description' | 'default' | 'examples' | 'deprecated' | 'readOnly' | 'writeOnly';

export const keyword: Aspect.Keywords<Annotation> = {
  title: { argument: A_TEXT, isAnnotation: true },
  description: { argument: A_TEXT, isAnnotation: true },
  default: { isAnnotation: true },
  examples: { argument: A_LIST, isAnnotation: true },
  deprecated: { argument: A_FLAG, isAnnotation: true },
  readOnly: { argument: A_FLAG, isAnnotation: true },
  writeOnly: { argument: A_FLAG, isAnnotation: true },
};

/** A description names the members of a numeric enum: see `values.ts`. */
export const check: Aspect.Checks<Annotation> = {
  title: NOTHING,
  description: NOTHING,
  default: NOTHING,
  examples: NOTHING,
  deprecated: NOTHING,
  readOnly: NOTHING,
  writeOnly: NOTHING,
};

/** In the order of the messages. */
export const analysis: Aspect.Analyses<Annotation> = {
  title: { example: 'nothing', comparison: 'text', merging: 'first' },
  description: { example: 'nothing', comparison: 'text', merging: 'first' },
  examples: { example: { gives: (values) => values }, comparison: 'text', merging: 'first' },
  deprecated: { example: 'nothing', comparison: 'text', merging: 'first' },
  readOnly: { example: 'nothing', comparison: 'text', merging: 'first' },
  writeOnly: { example: 'nothing', comparison: 'text', merging: 'first' },
  default: { example: { gives: (value) => [value] }, comparison: 'text', merging: 'first' },
};

export const provider: Aspect.Providers<Annotation> = {
  title: { role: 'moved', of: ['openai', 'anthropic', 'gemini'] },
  description: { role: 'form', of: ['openai', 'anthropic', 'gemini'] },
  default: { role: 'moved', of: ['anthropic', 'gemini'] },
  examples: { role: 'moved' },
  deprecated: { role: 'moved' },
  readOnly: { role: 'moved' },
  writeOnly: { role: 'moved' },
};

export const conversion: Aspect.Conversions<Annotation> = {
  title: { inOpenApi: true },
  description: { inOpenApi: true },
  default: { inOpenApi: true },
  examples: { inOpenApi: false, toOpenApi: withOneExample },
  deprecated: { inOpenApi: true },
  readOnly: { inOpenApi: true },
  writeOnly: { inOpenApi: true },
};

function withOneExample({ examples, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return example === undefined ? schema : { ...schema, example };
}
