import { codePointLength, type JsonSchemaObject, type JsonType, type JsonValue } from '@haft/schema';

/**
 * Whether a constant passes keywords without children, so that an enum can be cut to what its rules allow. A keyword
 * that is not known here counts as passed.
 */
export function acceptsConstant(keywords: JsonSchemaObject, value: JsonValue): boolean {
  const { type, minLength = 0, maxLength = Infinity, pattern } = keywords;
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one))) return false;
  if (keywords.const !== undefined && keywords.const !== value) return false;
  if (keywords.enum !== undefined && !keywords.enum.includes(value)) return false;
  if (keywords.not !== undefined && typeof keywords.not === 'object' && acceptsConstant(keywords.not, value))
    return false;
  if (typeof value === 'number') return inRange(value, keywords);
  if (typeof value !== 'string') return true;
  const length = codePointLength(value);
  return length >= minLength && length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

function isOfType(value: JsonValue, type: JsonType): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value));
  return typeof value === type;
}

function inRange(value: number, keywords: JsonSchemaObject): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0)
  );
}
