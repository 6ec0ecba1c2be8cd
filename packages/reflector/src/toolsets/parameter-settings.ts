import { schemaFindings, type JsonSchemaObject } from '@haft/schema';
import { paramKeywords } from '../constraints/param-keywords.js';
import type { Finding } from '../diagnostics/diagnostics.js';
import { isConstantObject, type Constant, type ConstantObject } from '../program/constant.js';
import { evaluate, evaluateProperties } from '../program/evaluate.js';
import { jsonConstant } from '../program/json-constant.js';
import { ts } from '../program/typescript.js';
import { reportNotConstant, type WrittenOptions } from './constant-options.js';
import type { ReadingContext } from './reading-context.js';

/** The settings of one parameter in decorators and options. */
export interface ParameterSettings {
  readonly description?: string | undefined;
  readonly keywords: JsonSchemaObject;
  /** Replaces the reflected schema. */
  readonly schema?: JsonSchemaObject | undefined;
  readonly sensitive: boolean;
  readonly injected: boolean;
  readonly userInput: boolean;
}

/**
 * Reads `@Param` and `@Sensitive` of a parameter, and its settings in `@Tool({ parameters })`.
 *
 * @param option - the value of `@Tool({ parameters: { name: ... } })`
 */
export function parameterSettings(
  parameter: ts.ParameterDeclaration,
  option: ts.Expression | undefined,
  context: Pick<ReadingContext, 'names' | 'checker' | 'diagnostics'>,
): ParameterSettings {
  const { names, diagnostics } = context;
  if (option === undefined && names.decorators(parameter).length === 0) return NOTHING;
  const name = parameter.name.getText();
  const decorator = names.decorator(parameter, 'Param');
  const given = decorator?.args[0];
  const all: ConstantObject = {
    ...options({ decorator: `@Tool parameters '${name}'`, expression: option }, context),
    ...options({ decorator: `@Param of '${name}'`, expression: given, bindings: decorator?.bindings }, context),
  };
  const { keywords, findings } = paramKeywords(all, { where: `@Param of '${name}'` });
  for (const finding of findings) diagnostics.at(given ?? option ?? parameter, finding);
  const { description } = all;
  const schema =
    all['schema'] === undefined ? undefined : (jsonConstant(all['schema']) as JsonSchemaObject | undefined);
  for (const finding of schema === undefined ? [] : unusable(schema, name))
    diagnostics.at(given ?? option ?? parameter, finding);
  return {
    description: typeof description === 'string' ? description : undefined,
    keywords,
    schema,
    sensitive: all['sensitive'] === true || names.decorator(parameter, 'Sensitive') !== undefined,
    injected: all['inject'] !== undefined,
    userInput: all['userInput'] === true,
  };
}

function unusable(schema: JsonSchemaObject, name: string): readonly Finding[] {
  return schemaFindings(schema).problems.map((problem) => ({
    code: 'HAFT1101',
    message: `The schema that @Param of '${name}' gives cannot be used: ${problem}`,
    fix: 'Write a schema of draft 2020-12.',
  }));
}

/** The settings of a parameter that has only a type, as most have. */
const NOTHING: ParameterSettings = { keywords: {}, sensitive: false, injected: false, userInput: false };

function options(
  { decorator, expression, bindings }: WrittenOptions,
  { checker, diagnostics }: Pick<ReadingContext, 'checker' | 'diagnostics'>,
): ConstantObject {
  if (expression === undefined) return {};
  if (!ts.isObjectLiteralExpression(expression)) {
    const whole = evaluate(expression, checker, bindings);
    if (!('value' in whole)) {
      reportNotConstant(decorator, whole, diagnostics);
      return {};
    }
    if (typeof whole.value === 'string') return { description: whole.value };
    return isConstantObject(whole.value) ? whole.value : {};
  }
  const properties = evaluateProperties(expression, checker, bindings);
  if ('reason' in properties) {
    reportNotConstant(decorator, properties, diagnostics);
    return {};
  }
  const found: Record<string, Constant> = {};
  for (const [name, one] of properties) {
    // A token is a value at run time. Only its presence is known.
    if (name === 'inject') found[name] = true;
    else if ('value' in one) found[name] = one.value;
    else reportNotConstant(`${decorator} ${name}`, one, diagnostics);
  }
  return found;
}
