import { schemaFindings, type JsonSchemaObject } from '@haft/schema';
import { paramKeywords } from '../constraints/param-keywords.js';
import type { Diagnostics, Finding } from '../diagnostics/diagnostics.js';
import { isConstantObject, type Constant, type ConstantObject } from '../program/constant.js';
import { evaluate, evaluateProperties, type Bindings } from '../program/evaluate.js';
import { jsonConstant } from '../program/json-constant.js';
import { ts } from '../program/typescript.js';
import { reportNotConstant } from './constant-options.js';
import type { HaftNames } from './haft-names.js';

/** What decorators and options say of one parameter. */
export interface ParameterSettings {
  readonly description?: string | undefined;
  readonly keywords: JsonSchemaObject;
  /** Stands for the reflected schema altogether. */
  readonly schema?: JsonSchemaObject | undefined;
  readonly sensitive: boolean;
  readonly injected: boolean;
  readonly userInput: boolean;
}

/**
 * Reads `@Param` and `@Sensitive` of a parameter, and what `@Tool({ parameters })` says of it.
 *
 * @param option - the value of `@Tool({ parameters: { name: ... } })`
 */
export function parameterSettings(
  parameter: ts.ParameterDeclaration,
  option: ts.Expression | undefined,
  names: HaftNames,
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
): ParameterSettings {
  if (option === undefined && names.decorators(parameter).length === 0) return NOTHING;
  const name = parameter.name.getText();
  const decorator = names.decorator(parameter, 'Param');
  const given = decorator?.args[0];
  const all: ConstantObject = {
    ...options(option, `@Tool parameters '${name}'`, checker, diagnostics),
    ...options(given, `@Param of '${name}'`, checker, diagnostics, decorator?.bindings),
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

/** Most parameters say nothing beside their type. */
const NOTHING: ParameterSettings = { keywords: {}, sensitive: false, injected: false, userInput: false };

function options(
  expression: ts.Expression | undefined,
  what: string,
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
  bindings?: Bindings,
): ConstantObject {
  if (expression === undefined) return {};
  if (!ts.isObjectLiteralExpression(expression)) {
    const whole = evaluate(expression, checker, bindings);
    if (!('value' in whole)) {
      reportNotConstant(what, whole, diagnostics);
      return {};
    }
    if (typeof whole.value === 'string') return { description: whole.value };
    return isConstantObject(whole.value) ? whole.value : {};
  }
  const properties = evaluateProperties(expression, checker, bindings);
  if ('reason' in properties) {
    reportNotConstant(what, properties, diagnostics);
    return {};
  }
  const found: Record<string, Constant> = {};
  for (const [name, one] of properties) {
    // A token is a value of the run time: that it stands there is all there is to know.
    if (name === 'inject') found[name] = true;
    else if ('value' in one) found[name] = one.value;
    else reportNotConstant(`${what} ${name}`, one, diagnostics);
  }
  return found;
}
