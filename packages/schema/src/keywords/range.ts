/** `minimum`, `maximum` and their exclusive forms: inseparable, since a phrase names the range. */
import type { JsonSchemaObject } from '../json-schema.js';
import { A_NUMBER } from './argument-rules.js';
import type * as Aspect from './keyword.js';
import { LOWER_LIMIT, UPPER_LIMIT } from './limits.js';

type Range = 'minimum' | 'exclusiveMinimum' | 'maximum' | 'exclusiveMaximum';

const BOUND: Aspect.Keyword = { argument: A_NUMBER, types: ['number', 'integer'] };

export const keyword: Aspect.Keywords<Range> = {
  minimum: BOUND,
  exclusiveMinimum: BOUND,
  maximum: BOUND,
  exclusiveMaximum: BOUND,
};

/** Returns the check of a bound. A schema with it and without `type` is about numbers. */
function checkOf(test: (bound: number) => (value: number) => boolean): Aspect.Check<number> {
  return { assertion: { test }, implies: 'number', part: withRange };
}

export const check: Aspect.Checks<Range> = {
  minimum: checkOf((least) => (value) => value >= least),
  exclusiveMinimum: checkOf((least) => (value) => value > least),
  maximum: checkOf((most) => (value) => value <= most),
  exclusiveMaximum: checkOf((most) => (value) => value < most),
};

const LEAST: Aspect.Analysis<number> = {
  narrows: (plan, least) => void (plan.least = Math.max(plan.least, least)),
  ...LOWER_LIMIT,
};

const MOST: Aspect.Analysis<number> = {
  narrows: (plan, most) => void (plan.most = Math.min(plan.most, most)),
  ...UPPER_LIMIT,
};

export const analysis: Aspect.Analyses<Range> = {
  minimum: LEAST,
  exclusiveMinimum: LEAST,
  maximum: MOST,
  exclusiveMaximum: MOST,
};

function withRange(...[phrase, schema, type]: Parameters<Aspect.PhrasePart>): string {
  const text = rangeText(type === 'integer' ? wholeBounds(schema) : schema);
  return text === '' ? phrase : `${phrase} ${text}`;
}

type Bounds = Partial<Readonly<Record<Range, number | undefined>>>;

function rangeText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): string {
  const isClosed = exclusiveMinimum === undefined && exclusiveMaximum === undefined;
  if (minimum !== undefined && maximum !== undefined && isClosed) {
    return minimum === maximum ? `equal to ${minimum}` : `from ${minimum} to ${maximum}`;
  }
  const parts: string[] = [];
  if (exclusiveMinimum !== undefined) parts.push(`greater than ${exclusiveMinimum}`);
  if (minimum !== undefined) parts.push(`of at least ${minimum}`);
  if (exclusiveMaximum !== undefined) parts.push(`less than ${exclusiveMaximum}`);
  if (maximum !== undefined) parts.push(`${parts.length === 0 ? 'of ' : ''}at most ${maximum}`);
  return parts.join(' and ');
}

/** Returns the equivalent inclusive bounds for integers. */
function wholeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchemaObject): Bounds {
  const least = [minimum, exclusiveMinimum === undefined ? undefined : Math.floor(exclusiveMinimum) + 1];
  const most = [maximum, exclusiveMaximum === undefined ? undefined : Math.ceil(exclusiveMaximum) - 1];
  return { minimum: present(least, Math.max), maximum: present(most, Math.min) };
}

function present(bounds: readonly (number | undefined)[], pick: (...bounds: number[]) => number): number | undefined {
  const known = bounds.filter((bound) => bound !== undefined);
  return known.length === 0 ? undefined : pick(...known);
}

/** Writes the exclusive forms as flags next to the bounds, for OpenAPI 3.0. */
export function withFlags(schema: Record<string, unknown>): Record<string, unknown> {
  const bounds = { ...schema };
  for (const [word, exclusive, sign] of FLAGS) {
    const limit = schema[exclusive];
    if (typeof limit !== 'number') continue;
    const other = schema[word];
    const isOther = typeof other === 'number' && other * sign > limit * sign;
    bounds[word] = isOther ? other : limit;
    bounds[exclusive] = !isOther;
  }
  return bounds;
}

const FLAGS = [
  ['minimum', 'exclusiveMinimum', 1],
  ['maximum', 'exclusiveMaximum', -1],
] as const;
