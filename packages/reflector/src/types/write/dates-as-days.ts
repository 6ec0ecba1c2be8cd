import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import type { Revival } from '../../model.js';

/**
 * Returns the schema of `Date` values whose author asks for the format `date`: a model sends a day,
 * and the method gets its midnight in UTC. Other schemas stay as they are.
 */
export function datesAsDays(schema: JsonSchemaObject, revivals: Map<JsonSchemaObject, Revival>): JsonSchemaObject {
  const revival = revivals.get(schema);
  if (revival?.kind === 'date') {
    const day: JsonSchemaObject = { ...schema, format: 'date' };
    revivals.delete(schema);
    revivals.set(day, revival);
    return day;
  }
  const { anyOf } = schema;
  if (anyOf === undefined) return schema;
  const days = anyOf.map((one: JsonSchema) => (typeof one === 'boolean' ? one : datesAsDays(one, revivals)));
  return days.every((one, index) => one === anyOf[index]) ? schema : { ...schema, anyOf: days };
}
