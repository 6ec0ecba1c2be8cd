import { jsonConstant } from '../program/json-constant.js';
import { evaluate } from '../program/evaluate.js';
import { isConstantObject } from '../program/constant.js';
import { ts } from '../program/typescript.js';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { decoratorsOn } from './haft-names.js';
import type { NestNames } from './nest-names.js';
import type { ReadingContext } from './reading-context.js';
import type { OpenParameter } from './unknown-decorators.js';

/** The values that a model supplies: those that a client of the route supplies. */
const OF_CLIENT = new Set(['Param', 'Query', 'Body']);
/** The values that the request of the host supplies. */
const OF_REQUEST = new Set(['Req', 'Request', 'Headers', 'Ip', 'Session', 'HostParam', 'createParamDecorator']);
/** The values that only a request of its own has. */
const OF_HTTP = new Set(['Res', 'Response', 'Next', 'UploadedFile', 'UploadedFiles', 'RawBody']);

/** A parameter of a controller, by the decorators of NestJS. */
export type NestParameter =
  | { readonly source: 'request' | 'http'; readonly node: ts.Decorator; readonly name: string }
  | ({
      readonly source: 'client';
      readonly node: ts.Decorator;
      readonly value: ClientValue;
    } & PipedParameter);

/** The part of a request that a decorator reads: `@Query('page')`, or all of it without a key. */
export interface ClientValue {
  readonly decorator: string;
  readonly key?: string | undefined;
}

/** The facts about the value of a client that the pipes of its parameter say. */
export interface PipedParameter {
  readonly keywords: JsonSchemaObject;
  /** Whether a pipe supplies a missing value. */
  readonly optional: boolean;
  readonly default?: JsonValue | undefined;
  /** The type that the first pipe of the project takes, if it says so. */
  readonly type?: ts.Type | undefined;
}

/** Reads the decorators of NestJS on a parameter. Returns undefined if there are none. */
export function nestParameter(
  parameter: ts.ParameterDeclaration,
  { nest: names, checker }: Pick<ReadingContext, 'nest' | 'checker'>,
): NestParameter | undefined {
  for (const node of decoratorsOn(parameter)) {
    for (const { name, call } of names.calls(node)) {
      if (OF_REQUEST.has(name)) return { source: 'request', node, name };
      if (OF_HTTP.has(name)) return { source: 'http', node, name };
      if (!OF_CLIENT.has(name)) continue;
      const value = { decorator: name, key: keyIn(call.arguments, checker) };
      return { source: 'client', node, value, ...withPipes(call.arguments, names, checker) };
    }
  }
  return undefined;
}

/** Returns whether a name of NestJS is of a decorator for values of the client. */
export function isOfClient(name: string | undefined): boolean {
  return name !== undefined && OF_CLIENT.has(name);
}

/** Reports a parameter that a tool call cannot have. */
export function reportHttpOnly(
  { name, tool }: Pick<OpenParameter, 'name' | 'tool'>,
  parameter: { readonly node: ts.Decorator; readonly name: string },
  diagnostics: Diagnostics,
): void {
  diagnostics.at(parameter.node, {
    code: 'HAFT1024',
    message: `'@${parameter.name}' on parameter '${name}' of tool '${tool}': only an HTTP request has this value.`,
    fix: 'Remove @Tool(), so that the method stays a route only. Or move the work to a method without this parameter.',
  });
}

/** Remembers the parts of a request that the parameters of a route read. */
export class ClientValues {
  private readonly read: (ClientValue & { readonly name: string })[] = [];

  /** Reports a parameter that reads the same value as an earlier one. */
  add(
    { name, tool }: Pick<OpenParameter, 'name' | 'tool'>,
    { node, value }: { readonly node: ts.Decorator; readonly value: ClientValue },
    diagnostics: Diagnostics,
  ): void {
    const before = this.read.find((one) => overlaps(one, value));
    this.read.push({ ...value, name });
    if (before === undefined) return;
    diagnostics.at(node, {
      code: 'HAFT1027',
      message: `The parameters '${before.name}' and '${name}' of tool '${tool}' read the same value: ${written(before)} and ${written(value)}. A model would supply it twice.`,
      fix: 'Keep one of them, and take the other value from it in the method.',
    });
  }
}

function overlaps(one: ClientValue, other: ClientValue): boolean {
  if (one.decorator !== other.decorator) return false;
  return one.key === undefined || other.key === undefined || one.key === other.key;
}

function written({ decorator, key }: ClientValue): string {
  return `@${decorator}(${key === undefined ? '' : `'${key}'`})`;
}

function keyIn([first]: readonly ts.Expression[], checker: ts.TypeChecker): string | undefined {
  const found = first === undefined ? undefined : evaluate(first, checker);
  return found !== undefined && 'value' in found && typeof found.value === 'string' ? found.value : undefined;
}

/** Reads what the pipes of a parameter say about its value: `@Query('page', ParseIntPipe)`. */
function withPipes(args: readonly ts.Expression[], names: NestNames, checker: ts.TypeChecker): PipedParameter {
  const piped: { -readonly [Name in keyof PipedParameter]: PipedParameter[Name] } = { keywords: {}, optional: false };
  for (const one of args) {
    const pipe = pipeType(one, checker);
    if (pipe === undefined) continue;
    const given = ts.isNewExpression(one) ? one.arguments?.[0] : undefined;
    const name = names.ofType(pipe);
    if (name === 'ParseIntPipe') piped.keywords = { ...piped.keywords, type: 'integer' };
    else if (name === 'ParseUUIDPipe') piped.keywords = { ...piped.keywords, format: 'uuid' };
    else if (name === 'ParseEnumPipe') piped.keywords = { ...piped.keywords, ...enumKeywords(given, checker) };
    else if (name === 'DefaultValuePipe') {
      const value = given === undefined ? undefined : evaluate(given, checker);
      piped.optional = true;
      piped.default = value !== undefined && 'value' in value ? jsonConstant(value.value) : undefined;
    } else if (name === undefined) piped.type ??= taken(pipe, one, checker);
  }
  return piped;
}

function enumKeywords(given: ts.Expression | undefined, checker: ts.TypeChecker): JsonSchemaObject {
  const found = given === undefined ? undefined : evaluate(given, checker);
  if (found === undefined || !('value' in found) || !isConstantObject(found.value)) return {};
  const values = Object.values(found.value).filter((one) => typeof one === 'string' || typeof one === 'number');
  return values.length === 0 ? {} : { enum: values };
}

/** Returns the type of a pipe: an instance, or the class whose instance the container creates. */
function pipeType(expression: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined {
  const type = checker.getTypeAtLocation(expression);
  const [made] = type.getConstructSignatures();
  const pipe = made?.getReturnType() ?? type;
  return pipe.getProperty('transform') === undefined ? undefined : pipe;
}

/** Returns the type that the pipe of a project takes. Returns undefined if it says nothing. */
function taken(pipe: ts.Type, place: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
  const transform = pipe.getProperty('transform');
  const [signature] =
    transform === undefined ? [] : checker.getTypeOfSymbolAtLocation(transform, place).getCallSignatures();
  const value = signature?.getParameters()[0];
  if (value === undefined) return undefined;
  const type = checker.getTypeOfSymbolAtLocation(value, place);
  return type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter) ? undefined : type;
}
