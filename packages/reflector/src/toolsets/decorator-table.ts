/** A place where a decorator can be. */
export type DecoratorPlace =
  /** A class with `@Toolset`, a base class of one, or an abstract class. */
  | 'toolset'
  /** Any other class. */
  | 'class'
  /** A method with `@Tool`, one that overrides it, or one that it overrides. */
  | 'tool'
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

const OF_TOOLS: DecoratorRow = { places: ['toolset', 'tool'], where: 'on a method with @Tool(), or on a toolset' };
const OF_TOOL: DecoratorRow = { places: ['tool'], where: 'on a method with @Tool()' };
const OF_ARGUMENT: DecoratorRow = { places: ['argument'], where: 'on a parameter of a tool that the model sets' };

/**
 * Every decorator of Haft, by its exported name. A decorator in another place has no effect, so the
 * build reports it. A test fails if a decorator is missing here.
 */
export const DECORATORS: Readonly<Record<string, DecoratorRow>> = {
  Toolset: { places: ['toolset'], where: 'on a class' },
  Tool: { places: ['tool'], where: 'on a method of a toolset' },
  Background: OF_TOOL,
  Cached: OF_TOOLS,
  CallLimit: OF_TOOLS,
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
  MapErrors: OF_TOOLS,
  NarrowInput: OF_TOOL,
  Param: OF_ARGUMENT,
  Prepare: OF_TOOLS,
  Preview: OF_TOOL,
  Requires: { ...OF_TOOLS, repeats: true },
  RequiresApproval: OF_TOOLS,
  Retries: OF_TOOLS,
  Sensitive: {
    places: ['argument', 'property', 'accessor', 'parameterProperty'],
    where: 'on a parameter of a tool that the model sets, or on a property of a DTO',
  },
  Sequential: OF_TOOLS,
  Supersedes: OF_TOOL,
  Timeout: OF_TOOLS,
  Use: OF_TOOLS,
  // A value of the application that a person also supplies is a contradiction, with its own report.
  UserInput: { places: ['argument', 'hostParameter'], where: 'on a parameter of a tool' },
  Validate: OF_TOOL,
  /** The decorators that it returns. */
  createParamDecorator: { places: ['hostParameter'], where: 'on a parameter of a tool' },
};

/** Returns the row of a decorator, or undefined if Haft has no such decorator. */
export function rowOf(name: string): DecoratorRow | undefined {
  return Object.hasOwn(DECORATORS, name) ? DECORATORS[name] : undefined;
}
