import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Finding } from '../diagnostics/diagnostics.js';
import { constantText, type Constant, type ConstantObject } from '../program/constant.js';
import { jsonConstant } from '../program/json-constant.js';
import { contradictions, withoutBounds } from './contradictions.js';
import { patternDanger } from './patterns/pattern-danger.js';
import { patternOf } from './patterns/pattern-of.js';

/** The options of a parameter as keywords, and their problems. */
export interface ParamKeywords {
  readonly keywords: JsonSchemaObject;
  readonly findings: readonly Finding[];
}

/** The name of the options in messages. */
export interface ParamKeywordsContext {
  /** `@Param of 'limit'`. */
  readonly where: string;
  /**
   * Whether the JSDoc tag `@trustedPattern` is on the declaration. Then regular expressions are not
   * checked.
   */
  readonly trusted?: boolean;
}

/**
 * Returns the constraints of `@Param`, of `ToolOptions.parameters` and of JSDoc tags as JSON Schema
 * keywords. The caller handles other options (`description`, `schema`, `inject`, `userInput`,
 * `sensitive`).
 */
export function paramKeywords(options: ConstantObject, context: ParamKeywordsContext): ParamKeywords {
  const keywords: Record<string, JsonValue> = {};
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || NO_CONSTRAINTS.has(name)) continue;
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined) findings.push(unknownConstraint(name, context));
    else if (name === 'pattern') Object.assign(keywords, readPattern(value, options, context, findings));
    else if (!rule.accepts(value)) findings.push(wrongKind(name, rule.kind, value, context));
    else if (name !== 'integer') keywords[name] = value as JsonValue;
    else if (value) keywords['type'] = 'integer';
  }
  const excluded = contradictions(keywords, context.where);
  findings.push(...excluded);
  // Without the bounds, the type does not report them again.
  return { keywords: excluded.length === 0 ? keywords : withoutBounds(keywords), findings };
}

/** The valid values of the constraint options, by name. `pattern` is read separately. */
const RULES: Readonly<Record<string, { readonly kind: string; readonly accepts: (value: Constant) => boolean }>> = {
  minimum: { kind: 'a number', accepts: isFiniteNumber },
  maximum: { kind: 'a number', accepts: isFiniteNumber },
  exclusiveMinimum: { kind: 'a number', accepts: isFiniteNumber },
  exclusiveMaximum: { kind: 'a number', accepts: isFiniteNumber },
  multipleOf: { kind: 'a number above 0', accepts: (value) => isFiniteNumber(value) && (value as number) > 0 },
  integer: { kind: 'true or false', accepts: (value) => typeof value === 'boolean' },
  minLength: { kind: 'a whole number of at least 0', accepts: isCount },
  maxLength: { kind: 'a whole number of at least 0', accepts: isCount },
  pattern: { kind: 'a regular expression', accepts: () => true },
  format: { kind: 'the name of a format', accepts: (value) => typeof value === 'string' },
  minItems: { kind: 'a whole number of at least 0', accepts: isCount },
  maxItems: { kind: 'a whole number of at least 0', accepts: isCount },
  uniqueItems: { kind: 'true or false', accepts: (value) => typeof value === 'boolean' },
  examples: {
    kind: 'a list of JSON values',
    accepts: (value) => Array.isArray(value) && jsonConstant(value) !== undefined,
  },
};

/** The names of the options, and of the JSDoc tags, that constrain a value. */
export const CONSTRAINT_NAMES: readonly string[] = Object.keys(RULES);

const NO_CONSTRAINTS: ReadonlySet<string> = new Set(['description', 'schema', 'inject', 'userInput', 'sensitive']);

function readPattern(
  value: Constant,
  options: ConstantObject,
  { where, trusted = false }: ParamKeywordsContext,
  findings: Finding[],
): JsonSchemaObject {
  const expression = asExpression(value);
  if (expression === undefined) {
    findings.push(wrongKind('pattern', 'a regular expression', value, { where }));
    return {};
  }
  const result = patternOf(expression);
  if (!('pattern' in result)) {
    findings.push({
      code: 'HAFT1104',
      message: `The pattern of ${where} is not a JSON Schema pattern: ${result.reason}.`,
      fix: 'Write the expression with the flag u alone, or check the value with @Validate.',
    });
    return {};
  }
  const maxLength = isCount(options['maxLength']) ? (options['maxLength'] as number) : undefined;
  const danger = trusted ? undefined : patternDanger(expression, { where, maxLength });
  if (danger !== undefined) findings.push(danger);
  return { pattern: result.pattern };
}

/** Returns the expression of a pattern. A string is a JSON Schema pattern, with the flag `u`. */
function asExpression(value: Constant): RegExp | undefined {
  if (value instanceof RegExp) return value;
  if (typeof value !== 'string') return undefined;
  try {
    return new RegExp(value, 'u');
  } catch {
    return undefined;
  }
}

function wrongKind(name: string, kind: string, value: Constant, { where }: ParamKeywordsContext): Finding {
  return {
    code: 'HAFT1101',
    message: `The constraint '${name}' of ${where} must be ${kind}, but is ${shown(value)}.`,
    fix: `Give ${kind}.`,
  };
}

function unknownConstraint(name: string, { where }: ParamKeywordsContext): Finding {
  return {
    code: 'HAFT1101',
    message: `There is no constraint '${name}' (${where}).`,
    fix: `Use one of: ${CONSTRAINT_NAMES.join(', ')}.`,
  };
}

function shown(value: Constant): string {
  const json = jsonConstant(value);
  return json === undefined ? constantText(value) : JSON.stringify(json);
}

function isFiniteNumber(value: Constant): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: Constant): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
