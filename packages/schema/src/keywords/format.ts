/** `format`, for the formats of the table. Other names are annotations. */
import { STRING } from '../values/json-kind.js';
import { FORMATS } from '../formats/formats.js';
import { A_TEXT } from './argument-rules.js';
import { knownFormat } from './known-format.js';
import { withExample } from './with-example.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'format'> = {
  format: { argument: A_TEXT, types: ['string', 'number', 'integer'] },
};

export const check: Aspect.Checks<'format'> = {
  format: {
    assertion: {
      kinds: STRING,
      test: (name) => FORMATS.get(name)?.test,
      flaw: (name) => FORMATS.get(name)?.flaw,
    },
    implies: 'string',
    part: withFormat,
  },
};

export const analysis: Aspect.Analyses<'format'> = {
  format: {
    example: { narrows: (plan, name) => void (plan.format = name) },
    comparison: { test: true },
    merging: { both: narrower },
  },
};

export const provider: Aspect.Providers<'format'> = {
  format: {
    role: 'moved',
    of: ['openai', 'anthropic', 'gemini'],
    takes: (words, name, type) => {
      if (words === 'openai') return OF_OPENAI.includes(name as string);
      // @anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts
      if (words === 'anthropic') return name === 'uri' || OF_OPENAI.includes(name as string);
      // The API accepts fewer than its types: "only 'enum' and 'date-time' are supported for STRING
      // type" (an error message of the API).
      return type !== 'string' || name === 'date-time' || name === 'enum';
    },
  },
};

export const conversion: Aspect.Conversions<'format'> = {
  format: { inOpenApi: true },
};

/** Returns the format whose texts all have the other one. */
function narrower(ours: string, theirs: string): string | undefined {
  const isEmail = [ours, theirs].includes('email') && [ours, theirs].includes('idn-email');
  return isEmail ? 'email' : undefined;
}

// https://platform.openai.com/docs/guides/structured-outputs#supported-schemas; openai@7.57.0:lib/transform.js
const OF_OPENAI = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

/** Puts the format in the place of the type. Base64 content counts as a format. */
export function withFormat(...[phrase, schema, type]: Parameters<Aspect.PhrasePart>): string {
  const known = type === 'string' ? knownFormat(schema) : undefined;
  return known === undefined ? phrase : phrase.replace('a string', () => withExample(known, schema));
}
