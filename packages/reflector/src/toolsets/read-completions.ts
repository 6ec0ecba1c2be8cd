import { parseUriTemplate, variablesOf } from '@haft/core/uri-template';
import { nearest } from '@haft/schema/internal';
import type { CompletionModel, OfferModel } from '../model.js';
import type { Constant } from '../program/constant.js';
import { evaluate } from '../program/evaluate.js';
import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { reportNotConstant } from './constant-options.js';
import { isPublic } from './decorated-methods.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';
import { isText, returnedItem } from './returned-items.js';

/** A class with its resources and prompts. */
export interface OfferingClass {
  /** The class and its base classes, nearest first. */
  readonly classes: readonly ts.ClassLikeDeclaration[];
  /** The methods with `@Resource` or `@Prompt`. */
  readonly methods: ReadonlySet<string>;
  /** Those of them that could be read. */
  readonly offers: readonly OfferModel[];
}

/** Returns the offers with the methods of `@Complete`. Reports those that complete nothing. */
export function readCompletions(of: OfferingClass, context: ReadingContext): readonly OfferModel[] {
  const found = new Map<OfferModel, Record<string, CompletionModel>>();
  for (const { method, decorator } of completingMethods(of.classes, context)) {
    const target = targetOf(decorator, of, context);
    const completion = target === undefined ? undefined : completionOf(method, decorator, context);
    if (target === undefined || completion === undefined) continue;
    for (const offer of target.offers) {
      const completions = found.get(offer) ?? {};
      found.set(offer, completions);
      if (completions[target.parameter] === undefined) completions[target.parameter] = completion;
      else report(decorator, `'${target.parameter}' has another method that completes it`, 'Remove one.', context);
    }
  }
  return of.offers.map((one) => {
    const completions = found.get(one);
    return completions === undefined ? one : { ...one, completions };
  });
}

interface CompletingMethod {
  readonly method: ts.MethodDeclaration;
  readonly decorator: HaftDecorator;
}

/** Returns the methods with `@Complete`. An override counts for the method of a base class. */
function completingMethods(
  classes: readonly ts.ClassLikeDeclaration[],
  { names, checker }: ReadingContext,
): readonly CompletingMethod[] {
  const nearest = new Map<string, ts.MethodDeclaration>();
  const found: CompletingMethod[] = [];
  for (const one of classes.flatMap(({ members }) => members.filter(ts.isMethodDeclaration))) {
    const name = memberName(one.name, checker);
    const method = nearest.get(name) ?? one;
    nearest.set(name, method);
    for (const decorator of names.decorators(one)) if (decorator.name === 'Complete') found.push({ method, decorator });
  }
  return found;
}

interface Target {
  readonly parameter: string;
  /** One, or two if the method is a resource and a prompt. */
  readonly offers: readonly OfferModel[];
}

function targetOf(
  decorator: HaftDecorator,
  { offers, methods }: OfferingClass,
  context: ReadingContext,
): Target | undefined {
  const [method, parameter] = decorator.args.map((one) => constantOf(one, decorator, context));
  if (typeof method !== 'string' || typeof parameter !== 'string') return undefined;
  if (!methods.has(method)) {
    const names = [...methods];
    report(decorator, `'${method}' is not a resource or a prompt of the class`, meant(method, names), context);
    return undefined;
  }
  const named = offers.filter((one) => one.method === method);
  const found = named.filter((one) => argumentsOf(one).includes(parameter));
  // A method that could not be read has a report.
  if (found.length > 0 || named.length === 0) return { parameter, offers: found };
  const known = named.flatMap(argumentsOf);
  report(
    decorator,
    `'${parameter}' is not a parameter of '${method}' that clients set`,
    meant(parameter, known),
    context,
  );
  return undefined;
}

/** Returns the parameters that clients set. */
function argumentsOf(offer: OfferModel): readonly string[] {
  const known = Object.keys(offer.arguments.schema.properties ?? {});
  if (offer.kind === 'prompt') return known;
  const template = parseUriTemplate(offer.uri);
  return 'problem' in template ? [] : variablesOf(template).filter((one) => known.includes(one));
}

function meant(name: string, known: readonly string[]): string {
  const near = nearest(name, [...known]);
  return `${near === undefined ? '' : `Did you mean '${near}'? `}There are: ${known.join(', ') || 'none'}.`;
}

/** Returns the call of the method. Reports one that cannot suggest values. */
function completionOf(
  method: ts.MethodDeclaration,
  decorator: HaftDecorator,
  context: ReadingContext,
): CompletionModel | undefined {
  const { checker, names } = context;
  const name = memberName(method.name, checker);
  if (!isPublic(method)) {
    report(decorator, `'${name}' is not a public instance method`, 'Make it public.', context);
    return undefined;
  }
  const signature = checker.getSignatureFromDeclaration(method);
  const item = signature === undefined ? undefined : returnedItem(signature, checker);
  if (item === undefined || !isText(item)) {
    report(decorator, `'${name}' does not return a list of strings`, 'Return string[] or Promise<string[]>.', context);
    return undefined;
  }
  const types = (signature?.getParameters() ?? []).map((one) => checker.getTypeOfSymbolAtLocation(one, method));
  const values = types.filter((one) => !names.isRunContext(one));
  const isTaken = values[0] === undefined || checker.isTypeAssignableTo(checker.getStringType(), values[0]);
  if (!isTaken || values.length > 2) {
    const fix = 'Write (text: string, given: { other?: string }, run: RunContext), or the first of them.';
    report(decorator, `'${name}' has other parameters`, fix, context);
    return undefined;
  }
  const parameters = types.map((one) => {
    if (names.isRunContext(one)) return 'run';
    return one === values[0] ? 'text' : 'given';
  });
  return { method: name, parameters };
}

function constantOf(expression: ts.Expression, { bindings }: HaftDecorator, context: ReadingContext): Constant {
  const found = evaluate(expression, context.checker, bindings);
  if ('value' in found) return found.value;
  reportNotConstant('@Complete', found, context.diagnostics);
  return undefined;
}

function report(decorator: HaftDecorator, why: string, fix: string, { diagnostics }: ReadingContext): void {
  diagnostics.at(decorator.node, { code: 'HAFT1124', message: `@Complete has no effect: ${why}.`, fix });
}
