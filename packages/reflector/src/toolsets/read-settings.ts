import type { SettingsModel } from '../model.js';
import { isConstantObject, type Constant } from '../program/constant.js';
import { evaluate } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import { codeNames } from './code-names.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';

/** The declarations whose decorators a tool has, the nearest first. */
export interface DecoratedPlaces {
  /** The method and the methods that it overrides. */
  readonly methods: readonly ts.Node[];
  /** The class and its base classes. */
  readonly classes: readonly ts.Node[];
}

/**
 * Reads the decorators that only the run time acts on, as far as their arguments are constant. The
 * values are for comparisons of two builds. The run time reads the decorators themselves.
 *
 * @param isCounted - whether a decorator has an effect. Default: each has one
 */
export function readSettings(
  { methods, classes }: DecoratedPlaces,
  context: Pick<ReadingContext, 'names' | 'checker'>,
  isCounted: (decorator: string) => boolean = () => true,
): SettingsModel {
  const counted = (all: ReadonlyMap<string, HaftDecorator>): ReadonlyMap<string, HaftDecorator> =>
    new Map([...all].filter(([name]) => isCounted(name)));
  const own = counted(nearest(methods, context));
  const common = counted(nearest(classes, context));
  const settings: SettingsModel[] = [];
  for (const [name, read] of READERS) {
    const decorator = own.get(name) ?? common.get(name);
    if (decorator !== undefined) settings.push(read(argumentOf(decorator, context.checker)));
  }
  for (const [name, { setting, first }] of CODE) {
    const places = first === 'class' ? [common, own] : [own, common];
    const names = places.flatMap((place) => namesIn(place.get(name), context));
    if (names.length > 0) settings.push({ [setting]: names });
  }
  return Object.assign({}, ...settings) as SettingsModel;
}

/** Returns the decorators that count: of each name the nearest, and there the first. */
function nearest(
  declarations: readonly ts.Node[],
  { names }: Pick<ReadingContext, 'names'>,
): ReadonlyMap<string, HaftDecorator> {
  const found = new Map<string, HaftDecorator>();
  for (const one of declarations.flatMap((declaration) => names.decorators(declaration))) {
    if (!found.has(one.name)) found.set(one.name, one);
  }
  return found;
}

function namesIn(
  decorator: HaftDecorator | undefined,
  context: Pick<ReadingContext, 'names' | 'checker'>,
): readonly string[] {
  return decorator === undefined ? [] : codeNames(decorator, context);
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
  ['Background', (argument) => ({ background: true, queue: textIn(argument, 'queue') })],
  ['Isolated', () => ({ isolated: true })],
  [
    'Effect',
    (argument) => ({ effect: true, reconcile: textIn(argument, 'reconcile'), replays: flagIn(argument, 'replays') }),
  ],
  ['Preview', (argument) => ({ preview: textIn(argument) })],
]);

/**
 * The decorators whose arguments are code. The run time takes the code of the method and of the
 * class, in this order or in the other. Some of them are only on methods.
 */
const CODE: ReadonlyMap<string, { readonly setting: keyof SettingsModel; readonly first: 'method' | 'class' }> =
  new Map([
    ['Validate', { setting: 'validate', first: 'method' }],
    ['Prepare', { setting: 'prepare', first: 'method' }],
    ['Use', { setting: 'interceptors', first: 'class' }],
    ['MapErrors', { setting: 'mapErrors', first: 'method' }],
    ['NarrowInput', { setting: 'narrowInput', first: 'method' }],
    ['Supersedes', { setting: 'supersedes', first: 'method' }],
  ]);

function numberIn(argument: Argument, property?: string): number | typeof COMPUTED | undefined {
  const value = valueIn(argument, property);
  return typeof value === 'number' || value === COMPUTED ? value : undefined;
}

function textIn(argument: Argument, property?: string): string | undefined {
  const value = valueIn(argument, property);
  return typeof value === 'string' ? value : undefined;
}

function flagIn(argument: Argument, property: string): true | typeof COMPUTED | undefined {
  const value = valueIn(argument, property);
  return value === true || value === COMPUTED ? value : undefined;
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
