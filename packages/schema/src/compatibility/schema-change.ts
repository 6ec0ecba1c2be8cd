import type { Compatibility, DefinitionChange } from './definition-change.js';
import type { SchemaDifference } from './schema-difference.js';

type Part = NonNullable<DefinitionChange['part']>;

/** Returns the change of a tool that a difference of one of its schemas means. */
export function schemaChange(tool: string, part: Part, { kind, path, message }: SchemaDifference): DefinitionChange {
  return { compatibility: MEANING[part][kind], tool, part, path, message };
}

/** The ratings of schemas of values that callers send. */
const SENT: Record<SchemaDifference['kind'], Compatibility> = {
  narrower: 'breaking',
  wider: 'compatible',
  other: 'breaking',
  text: 'info',
  'new property': 'compatible',
  'property gone': 'breaking',
};

/**
 * The ratings of differences. Narrower schemas break callers that send values, wider schemas break
 * callers that read results.
 */
const MEANING: Record<Part, Record<SchemaDifference['kind'], Compatibility>> = {
  parameters: SENT,
  input: SENT,
  result: { ...SENT, narrower: 'compatible', wider: 'breaking' },
};
