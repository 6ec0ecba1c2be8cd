import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Constant } from '../program/constant.js';
import { evaluateProperties, type Bindings, type Evaluation } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import type { ReadingContext } from './reading-context.js';

/** The options of a decorator as they are written. */
export interface WrittenOptions {
  /** The name of the decorator in messages. */
  readonly decorator: string;
  readonly expression: ts.Expression | undefined;
  /** The values of the parameters of the helpers around it. */
  readonly bindings?: Bindings | undefined;
}

/**
 * Returns the constant options of a decorator. Leaves out a function where functions are allowed.
 */
export function constantOptions(
  { decorator, expression, bindings }: WrittenOptions,
  names: readonly string[],
  { checker, diagnostics }: Pick<ReadingContext, 'checker' | 'diagnostics'>,
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

/** Reports an option whose value is unknown at build time. */
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

/** Returns a text option, or undefined for anything else, which the compiler rejects. */
export function textOption(value: Constant): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the texts of a list option. */
export function textList(value: Constant): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly Constant[]).filter((one): one is string => typeof one === 'string')
    : [];
}
