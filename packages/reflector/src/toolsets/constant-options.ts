import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Constant } from '../program/constant.js';
import { evaluateProperties, type Bindings, type Evaluation } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';

/** The options of a decorator, as far as they are constants; a function where functions are allowed is left out. */
export function constantOptions(
  decorator: string,
  expression: ts.Expression | undefined,
  names: readonly string[],
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
  bindings?: Bindings,
): Readonly<Record<string, Constant>> {
  if (expression === undefined) return {};
  const properties = evaluateProperties(expression, checker, bindings);
  if ('reason' in properties) {
    reportNotConstant(decorator, properties, diagnostics);
    return {};
  }
  const options: Record<string, Constant> = {};
  for (const [name, found] of properties) {
    if (!names.includes(name)) continue;
    if ('value' in found) options[name] = found.value;
    else reportNotConstant(`${decorator} ${name}`, found, diagnostics);
  }
  return options;
}

/** Reports an option whose value is not known at build time. */
export function reportNotConstant(
  what: string,
  found: Exclude<Evaluation, { value: Constant }>,
  diagnostics: Diagnostics,
): void {
  diagnostics.at(found.node, {
    code: 'HAFT1100',
    message: `${what}: ${found.reason}.`,
    fix: 'Write a literal, or a const that is made of literals: the option is read at build time and never at run time.',
  });
}

/** A text option; undefined for everything else, which the compiler refuses anyway. */
export function textOption(value: Constant): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list option. */
export function textList(value: Constant): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly Constant[]).filter((one): one is string => typeof one === 'string')
    : [];
}
