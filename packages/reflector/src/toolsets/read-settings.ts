import type { SettingsModel } from '../model.js';
import { isConstantObject, type Constant } from '../program/constant.js';
import { evaluate } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';

/**
 * Reads the decorators that only the run time acts on, as far as their arguments are constant. The
 * values are for comparisons of two builds. The run time reads the decorators themselves.
 *
 * @param declarations - the class, then the method, whose decorators replace those of the class
 */
export function readSettings(
  declarations: readonly ts.Node[],
  { names, checker }: Pick<ReadingContext, 'names' | 'checker'>,
): SettingsModel {
  const found = new Map<string, SettingsModel>();
  for (const declaration of declarations) {
    // The first decorator with a name counts.
    for (const decorator of [...names.decorators(declaration)].reverse()) {
      const read = READERS.get(decorator.name);
      if (read !== undefined) found.set(decorator.name, read(argumentOf(decorator, checker)));
    }
  }
  return Object.assign({}, ...found.values()) as SettingsModel;
}

/** The first argument of a decorator. */
type Argument =
  | { readonly kind: 'none' }
  /** Only the run time knows it. */
  | { readonly kind: 'computed' }
  | { readonly kind: 'constant'; readonly value: Constant };

function argumentOf({ args, bindings }: HaftDecorator, checker: ts.TypeChecker): Argument {
  const [expression] = args;
  if (expression === undefined) return { kind: 'none' };
  const found = evaluate(expression, checker, bindings);
  return 'value' in found ? { kind: 'constant', value: found.value } : { kind: 'computed' };
}

const COMPUTED = 'computed';

const READERS: ReadonlyMap<string, (argument: Argument) => SettingsModel> = new Map([
  ['RequiresApproval', ({ kind }: Argument): SettingsModel => ({ approval: kind === 'none' ? true : COMPUTED })],
  ['External', () => ({ external: true })],
  ['Final', () => ({ final: true })],
  ['Sequential', () => ({ sequential: true })],
  ['Timeout', (argument) => ({ timeoutMs: numberIn(argument) })],
  ['Retries', (argument) => ({ retries: numberIn(argument) })],
  [
    'CallLimit',
    (argument) => ({
      callsPerRun: numberIn(argument, 'perRun'),
      concurrentCalls: numberIn(argument, 'concurrent'),
      callsPerMinute: numberIn(argument, 'perMinute'),
    }),
  ],
  ['Cached', (argument) => ({ cacheMs: numberIn(argument, 'ttlMs'), cacheScope: scopeIn(argument) })],
]);

function numberIn(argument: Argument, property?: string): number | typeof COMPUTED | undefined {
  const value = valueIn(argument, property);
  return typeof value === 'number' || value === COMPUTED ? value : undefined;
}

function scopeIn(argument: Argument): SettingsModel['cacheScope'] {
  const value = valueIn(argument, 'scope');
  return value === 'run' || value === 'user' || value === 'global' || value === COMPUTED ? value : undefined;
}

function valueIn(argument: Argument, property: string | undefined): Constant {
  if (argument.kind === 'none') return undefined;
  if (argument.kind === 'computed') return COMPUTED;
  if (property === undefined) return argument.value;
  return isConstantObject(argument.value) ? argument.value[property] : undefined;
}
