import type { DefinitionKind } from '@haft/core';

/** A place where a decorator can be. */
export type DecoratorPlace =
  /** A class with `@Toolset`, a base class of one, or an abstract class. */
  | 'toolset'
  /** Any other class. */
  | 'class'
  /** A method with `@Tool`, one that overrides it, or one that it overrides. */
  | 'tool'
  /** The same with `@Resource` or `@Prompt`, without `@Tool`. */
  | 'offer'
  /** Any other instance method. */
  | 'method'
  | 'property'
  | 'accessor'
  | 'static'
  /** A parameter of a tool that the model sets, or a person. */
  | 'argument'
  /** A parameter of a tool that the application sets. */
  | 'hostParameter'
  /** A parameter of the type `RunContext`. */
  | 'runParameter'
  /** A parameter of the constructor that is also a property. */
  | 'parameterProperty'
  | 'constructorParameter'
  /** A parameter of a method that is not a tool. */
  | 'methodParameter';

/** The facts about one decorator of Haft. */
export interface DecoratorRow {
  /** The places where it has an effect. */
  readonly places: readonly DecoratorPlace[];
  /** Where it belongs, for reports. */
  readonly where: string;
  /** Whether each use on one declaration counts. Default: one use counts. */
  readonly repeats?: true;
}

/** The decorator of each kind of definition. */
export const KIND_DECORATORS: Readonly<Record<DefinitionKind, string>> = {
  tool: 'Tool',
  resource: 'Resource',
  prompt: 'Prompt',
};

/** Returns how a decorator with an option is written, for reports. */
export function decoratorWith(kind: DefinitionKind, option: string): string {
  return `@${KIND_DECORATORS[kind]}(${kind === 'resource' ? 'uri, ' : ''}{ ${option} })`;
}

/** They govern calls of every kind. */
const OF_CALLS: DecoratorRow = {
  places: ['toolset', 'tool', 'offer'],
  where: 'on a method with @Tool(), @Resource() or @Prompt(), or on a toolset',
};
/** They govern what only models do, or what reading cannot do. */
const OF_TOOLS: DecoratorRow = { places: ['toolset', 'tool'], where: 'on a method with @Tool(), or on a toolset' };
const OF_TOOL: DecoratorRow = { places: ['tool'], where: 'on a method with @Tool()' };
const OF_OFFER: DecoratorRow = { places: ['tool', 'offer'], where: 'on a method of a toolset' };
const OF_ARGUMENT: DecoratorRow = { places: ['argument'], where: 'on a parameter of a tool that the model sets' };

/**
 * Every decorator of Haft, by its exported name. A decorator in another place has no effect, so the
 * build reports it. A test fails if a decorator is missing here.
 */
export const DECORATORS: Readonly<Record<string, DecoratorRow>> = {
  Toolset: { places: ['toolset'], where: 'on a class' },
  Tool: { places: ['tool'], where: 'on a method of a toolset' },
  Resource: OF_OFFER,
  Prompt: OF_OFFER,
  Complete: { places: ['method'], where: 'on a separate method of a toolset', repeats: true },
  Background: OF_TOOL,
  Cached: OF_CALLS,
  CallLimit: OF_CALLS,
  Effect: OF_TOOL,
  Example: { ...OF_TOOL, repeats: true },
  External: OF_TOOLS,
  Final: OF_TOOL,
  Hints: OF_TOOLS,
  Inject: {
    places: ['hostParameter', 'constructorParameter', 'parameterProperty', 'property'],
    where: 'on a parameter of a tool or of a constructor, or on a property',
  },
  Isolated: OF_TOOLS,
  MapErrors: OF_CALLS,
  NarrowInput: OF_TOOL,
  Param: OF_ARGUMENT,
  Prepare: OF_CALLS,
  Preview: OF_TOOL,
  Requires: { ...OF_CALLS, repeats: true },
  RequiresApproval: OF_CALLS,
  Retries: OF_TOOLS,
  Sensitive: {
    places: ['argument', 'property', 'accessor', 'parameterProperty'],
    where: 'on a parameter of a tool that the model sets, or on a property of a DTO',
  },
  Sequential: OF_TOOLS,
  Supersedes: OF_TOOL,
  Timeout: OF_CALLS,
  Use: OF_CALLS,
  // A value of the application that a person also supplies is a contradiction, with its own report.
  UserInput: { places: ['argument', 'hostParameter'], where: 'on a parameter of a tool' },
  Validate: { places: ['tool', 'offer'], where: 'on a method with @Tool(), @Resource() or @Prompt()' },
  /** The decorators that it returns. */
  createParamDecorator: { places: ['hostParameter'], where: 'on a parameter of a tool' },
};

/** Returns the row of a decorator, or undefined if Haft has no such decorator. */
export function rowOf(name: string): DecoratorRow | undefined {
  return Object.hasOwn(DECORATORS, name) ? DECORATORS[name] : undefined;
}

/** Returns whether a decorator makes a method a tool, a resource or a prompt. */
export function makesDefinition(name: string): boolean {
  return Object.values(KIND_DECORATORS).includes(name);
}
