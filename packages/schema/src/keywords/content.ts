/** `contentEncoding`, enforced for base64, and `contentMediaType`, an annotation. */
import { STRING } from '../values/json-kind.js';
import { isBase64 } from '../formats/base64.js';
import { withFormat } from './format.js';
import type * as Aspect from './keyword.js';
import { NOTHING } from './nothing.js';

type Content = 'contentEncoding' | 'contentMediaType';

export const keyword: Aspect.Keywords<Content> = {
  contentEncoding: { types: ['string'] },
  contentMediaType: { types: ['string'] },
};

export const check: Aspect.Checks<Content> = {
  contentEncoding: {
    assertion: { kinds: STRING, test: (name) => (name === 'base64' ? isBase64 : undefined) },
    part: withFormat,
  },
  contentMediaType: NOTHING,
};

export const analysis: Aspect.Analyses<Content> = {
  contentEncoding: {
    example: { narrows: (plan, name) => void (plan.contentEncoding = name) },
    comparison: { test: true },
    merging: 'apart',
  },
  contentMediaType: { example: 'nothing', comparison: 'text', merging: 'apart' },
};

export const provider: Aspect.Providers<Content> = {
  contentEncoding: { role: 'moved' },
  contentMediaType: { role: 'moved' },
};

export const conversion: Aspect.Conversions<Content> = {
  contentEncoding: { inOpenApi: false, toOpenApi: withByteFormat },
  contentMediaType: { inOpenApi: false },
};

function withByteFormat(schema: Record<string, unknown>): Record<string, unknown> {
  const isBytes = schema['contentEncoding'] === 'base64' && schema['format'] === undefined;
  return isBytes ? { ...schema, format: 'byte' } : schema;
}
