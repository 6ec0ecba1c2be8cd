/** `contentEncoding`, enforced for base64, and `contentMediaType`, an annotation. */
import { isBase64 } from '../formats/base64.js';
import { withFormat } from './format.js';
import type * as Aspect from './keyword.js';

type Content = 'contentEncoding' | 'contentMediaType';

export const keyword: Aspect.Keywords<Content> = {
  contentEncoding: { types: ['string'] },
  contentMediaType: { types: ['string'] },
};

export const check: Aspect.Checks<'contentEncoding'> = {
  contentEncoding: {
    assertion: { test: (name) => (name === 'base64' ? isBase64 : undefined) },
    part: withFormat,
  },
};

export const analysis: Aspect.Analyses<Content> = {
  contentEncoding: {
    narrows: (plan, name) => void (plan.contentEncoding = name),
    comparison: { test: true },
    merging: 'apart',
  },
  contentMediaType: { comparison: 'text', merging: 'apart' },
};

/** Adds the format of base64 in OpenAPI 3.0, which does not have `contentEncoding`. */
export function withByteFormat(schema: Record<string, unknown>): Record<string, unknown> {
  const isBytes = schema['contentEncoding'] === 'base64' && schema['format'] === undefined;
  return isBytes ? { ...schema, format: 'byte' } : schema;
}
