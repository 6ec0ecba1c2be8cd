import type { ToolDefinition } from '@haft/core';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { Target } from '@haft/schema/dialects';
import { toolInDialect } from '../dialect/tool-in-dialect.js';
import type { TokenCounter } from './token-counter.js';

/** A part of a definition that costs tokens in each request. */
export interface ExpensivePart {
  readonly tool: string;
  /** The place in the arguments, such as `lines[].sku`. Empty for the tool itself. */
  readonly place: string;
  readonly kind: PartKind;
  readonly tokens: number;
  /** The way to make it cheaper. */
  readonly fix: string;
}

/** A kind of parts. */
export type PartKind = 'tool description' | 'description' | 'type comment' | 'limits' | 'enum' | 'nested type';

/** The most parts that a table has. */
const MOST_PARTS = 10;

const FIXES: Readonly<Record<PartKind, string>> = {
  'tool description': 'Say when to use the tool and what it returns. Parameters explain themselves.',
  description: 'Leave out what the name and the type say.',
  'type comment': 'Write what is for developers behind @remarks.',
  limits: 'Keep limits that a model plans by. Check the others in the method.',
  enum: 'Use fewer or shorter values, or take a text and check it in the method.',
  'nested type': 'Leave out properties, or use fewer levels.',
};

/** Returns the parts that cost most in the form for a target. None contains another. */
export function expensiveParts(
  definitions: readonly ToolDefinition[],
  target: Target,
  count: TokenCounter['count'],
): readonly ExpensivePart[] {
  const parts = definitions.flatMap((definition) => {
    const { parameters } = toolInDialect(definition, target);
    const found: Found[] = [['tool description', '', definition.description]];
    if (parameters !== undefined) visit(parameters, '', false, found);
    return found.map(([kind, place, part]) => {
      const tokens = count(JSON.stringify(part));
      return { tool: definition.name, place, kind, tokens, fix: FIXES[kind] };
    });
  });
  return parts.toSorted((a, b) => b.tokens - a.tokens).slice(0, MOST_PARTS);
}

type Found = readonly [kind: PartKind, place: string, part: unknown];

function visit(schema: JsonSchema, place: string, isType: boolean, found: Found[]): void {
  if (typeof schema === 'boolean') return;
  const { description, enum: values, properties, items, additionalProperties, anyOf, $defs } = schema;
  const limits = Object.fromEntries(Object.entries(schema).filter(([keyword]) => LIMITS.has(keyword)));
  if (description !== undefined) found.push([isType ? 'type comment' : 'description', place, { description }]);
  if (Object.keys(limits).length > 0) found.push(['limits', place, limits]);
  if (values !== undefined) found.push(['enum', place, values]);
  if (properties !== undefined && place !== '') found.push(['nested type', place, bare(schema)]);
  const before = place === '' ? '' : `${place}.`;
  for (const [name, one] of Object.entries(properties ?? {})) visit(one, `${before}${name}`, false, found);
  if (items !== undefined) visit(items, `${place}[]`, true, found);
  if (additionalProperties !== undefined) visit(additionalProperties, `${before}*`, true, found);
  for (const one of anyOf ?? []) visit(one, place, true, found);
  for (const [name, one] of Object.entries($defs ?? {})) visit(one, `#${name}`, true, found);
}

/** Keywords that only limit values. Their numbers and patterns are in the definition. */
const LIMITS: ReadonlySet<string> = new Set<keyof JsonSchemaObject>([
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum'] as const),
  ...(['exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minProperties', 'maxProperties'] as const),
]);

/** Returns a type without the parts that are counted on their own. */
function bare({ type, properties, required, additionalProperties }: JsonSchemaObject): object {
  const names = Object.entries(properties ?? {}).map(([name, one]) => [
    name,
    typeof one === 'boolean' || one.properties !== undefined ? {} : { type: one.type },
  ]);
  return { type, properties: Object.fromEntries(names) as unknown, required, additionalProperties };
}
