/** The keywords that do not check values. They are alike, so they share one module. */
import { A_FLAG, A_LIST, A_TEXT } from './argument-rules.js';
import type * as Aspect from './keyword.js';

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

/** In the order of the messages. */
export const analysis: Aspect.Analyses<Annotation> = {
  title: { comparison: 'text', merging: 'first' },
  description: { comparison: 'text', merging: 'first' },
  examples: { gives: (values) => values, comparison: 'text', merging: 'first' },
  deprecated: { comparison: 'text', merging: 'first' },
  readOnly: { comparison: 'text', merging: 'first' },
  writeOnly: { comparison: 'text', merging: 'first' },
  default: { gives: (value) => [value], comparison: 'text', merging: 'first' },
};

/** Writes the first example in the keyword of OpenAPI 3.0, which has one. */
export function withOneExample({ examples, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const [example] = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return example === undefined ? schema : { ...schema, example };
}
