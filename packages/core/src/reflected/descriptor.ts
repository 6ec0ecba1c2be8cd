import type { JsonValue, Path } from '@haft/schema';
import type { IssueCollector } from '@haft/schema/internal';
import type { Class } from '../class.js';
import type { RunContext } from '../run-context.js';
import type { ToolHints } from '../tool-definition.js';

/*
 * The form of the generated module. The reflector writes it and the runtime reads it. If an older
 * runtime of the same format version could not read a change, raise `REFLECTED_FORMAT`.
 */

/** The version of this form, for a module without tools of {@link EFFECTS_FORMAT}. */
export const REFLECTED_FORMAT = 2;

/**
 * The version of a module that has a tool with `@Effect`, `@Preview` or `@Background`, a resource
 * or a prompt. An older runtime would ignore them, so it must refuse the module.
 */
export const EFFECTS_FORMAT = 3;

/** The contents of one generated module. */
export interface ReflectedModule {
  /** The toolset classes of the project. */
  readonly toolsets: readonly ToolsetDescriptor[];
  /**
   * The classes that the constructors of the toolsets need, transitively, if their source is in the
   * project.
   */
  readonly services: readonly ServiceDescriptor[];
  /** The functions that `defineTool` makes tools. Unset if there are none. */
  readonly functions?: readonly FunctionDescriptor[];
  /** The id of the build, with which a runtime finds the sources that the build read. */
  readonly build?: string;
}

/**
 * Imports the module that checks arguments and builds the values for tools. It is next to the
 * generated module.
 */
export type ImportChecks = () => Promise<ChecksModule>;

/**
 * The module that checks arguments, if the generated module imports it statically. In a large
 * project, a function that imports it.
 */
export type ChecksSource = ChecksModule | ImportChecks;

/** The module of a build that checks arguments. */
export interface ChecksModule {
  /**
   * The checks by the first 16 characters of a tool's fingerprint, so that a check never meets
   * another schema.
   */
  readonly checks: Readonly<Record<string, ToolChecks>>;
}

/** The checks of the arguments of one tool. */
export interface ToolChecks {
  /**
   * Checks and builds in one pass: returns the arguments with defaults, DTO instances, dates and
   * maps. Returns `undefined` if they break the schema. Then Haft collects the issues from the
   * schema. Never changes its input.
   */
  readonly read: (args: unknown) => ReadArguments | undefined;
  /**
   * Functions that check one object inside the arguments, such as the items of a list, by JSON
   * pointer of its schema in `parameters`. They return false or undefined for an invalid object. In
   * a long list, Haft uses them to skip valid items.
   */
  readonly checks?: Readonly<Record<string, (value: unknown) => unknown>>;
  /**
   * Visits each DTO instance in the arguments whose class-validator rules the schema does not
   * express completely.
   */
  readonly visitRules?: (args: never, visit: VisitRules) => void;
  /**
   * The rules of the DTO classes in the arguments, as the build read them. The first call compares
   * them with the registered rules.
   */
  readonly rules?: readonly (() => DtoRules)[];
}

/**
 * Imports the module that explains invalid arguments. It is next to the generated module. If it is
 * missing or does not load, Haft interprets the schemas instead and finds the same issues.
 */
export type ImportCollectors = () => Promise<CollectorModule>;

/** The module of a build that the first invalid call imports. */
export interface CollectorModule {
  /**
   * The collectors by the first 16 characters of a tool's fingerprint, so that Haft never uses a
   * collector of another build.
   */
  readonly collectors: Readonly<Record<string, IssueCollector>>;
}

/** A function that `defineTool` makes a tool. */
export interface FunctionDescriptor {
  /** The function itself, with which the runtime finds the descriptor. */
  readonly function: (...args: never) => unknown;
  /** Unset in the older format. */
  readonly checks?: ChecksSource;
  /** Imports the module that explains invalid arguments. Unset if the build wrote none. */
  readonly collectors?: ImportCollectors;
  /**
   * Its `method` is the name of the function in the source. The function takes the place of a
   * toolset.
   */
  readonly tool: ToolDescriptor;
}

/** The request of a constructor parameter, or of a property, to the container. */
export type DependencyDescriptor =
  /** The class in its type. */
  | Class
  /** The class, or undefined if it has no provider. */
  | { readonly optional: Class }
  /** The record of the decorator `@Inject(token)` has the token. */
  | 'inject'
  /** The parameter has a default. */
  | undefined;

/**
 * The dependencies of a class, for the container. They come from the source, because esbuild and
 * tsx emit no `design:paramtypes`.
 */
export interface ServiceDescriptor {
  /** The class itself. */
  readonly class: Class;
  /** By position of the constructor's parameters. */
  readonly dependencies: readonly DependencyDescriptor[];
  /** By name: properties with `@Inject()`. The value is the class of the type, or the token. */
  readonly properties?: Readonly<Record<string, DependencyDescriptor>>;
}

/** A toolset class. */
export interface ToolsetDescriptor extends ServiceDescriptor {
  /** The name of the toolset. */
  readonly name: string;
  /** The file relative to the tsconfig's folder, with `/`, for messages. */
  readonly source: string;
  /** The description of the toolset, for its readers. */
  readonly description?: string;
  /** A constant text. The decorator's record has an instructions function. */
  readonly instructions?: string;
  /** Unset in the older format. */
  readonly checks?: ChecksSource;
  /** Imports the module that explains invalid arguments. Unset if the build wrote none. */
  readonly collectors?: ImportCollectors;
  /** The tools of the toolset. */
  readonly tools: readonly ToolDescriptor[];
  /** The resources of the toolset. Unset if there are none. */
  readonly resources?: readonly ResourceDescriptor[];
  /** The prompts of the toolset. Unset if there are none. */
  readonly prompts?: readonly PromptDescriptor[];
}

/** The value of a call's arguments: by parameter name, or the one object parameter itself. */
export type ReadArguments = object;

/**
 * The values of the host's parameters (`@Inject`, `@UserInput`, custom decorators), in their order.
 */
export type HostValues = readonly unknown[];

/** An object from outside and its checks. Only the older format has the checks here. */
export interface CheckedDescriptor extends Partial<ToolChecks> {
  /** The full name of the tool, prefix included. */
  readonly name: string;
  /** The schema of the object as JSON text. Haft parses it on first use. */
  readonly parameters: string;
  /**
   * Messages of the author for broken rules (`message` of a class-validator decorator), as JSON
   * text. The keys are the JSON pointer of a schema object in `parameters` (`/properties/content`),
   * then the broken keyword (`maxLength`). `$value` in a message is the value, if it is a string,
   * number or boolean.
   */
  readonly messages?: string;
  /**
   * Aliases of the names in the object, as JSON text. The keys are the JSON pointer of a schema
   * object in `parameters`, then the alias. The value is the name of the property.
   */
  readonly propertyAliases?: string;
  /** One valid object as JSON text. A model that repeats a mistake sees it. */
  readonly example: string;
  /** SHA-256 of name, version and canonical schema, in hex. */
  readonly fingerprint: string;
  /**
   * Whether part of the schema allows any depth or any names (`unknown`, recursion, open objects).
   * Then Haft first checks the limits of the value.
   */
  readonly open?: true;
  /** Paths whose values stay out of texts, events and logs. `*` matches every item or key. */
  readonly sensitive?: readonly Path[];
  /** Whether there is a `visitRules`. */
  readonly hasRules?: true;
}

/** A tool method. */
export interface ToolDescriptor extends CheckedDescriptor {
  /** The name of the method. */
  readonly method: string;
  /** The version of the tool. */
  readonly version: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** Earlier names that callers may still use. */
  readonly aliases?: readonly string[];
  /** Names of similar tools elsewhere. They give way to every other name and alias. */
  readonly otherNames?: readonly string[];
  /** Whether the tool requires or forbids the strict mode of providers. */
  readonly strict?: boolean;
  /** `false`: programs of the provider never call the tool. */
  readonly programs?: false;
  /** The effects that the tool promises. */
  readonly hints?: ToolHints;
  /** Facts for the host. No wire form contains them. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** The result schema as JSON text. */
  readonly result?: string;
  /** Whether the method may return undefined. Default: false. */
  readonly mayReturnNothing?: boolean;
  /** The parameters and the result of type `Ref<T>`. Unset if there are none. */
  readonly references?: ReferencesDescriptor;
  /** The arguments of `@Example` and `@example`, as JSON text of an array. */
  readonly examples?: string;
  /**
   * The name of the method's one object parameter. Haft accepts `{ name: {...} }` as `{...}` if
   * that is unambiguous.
   */
  readonly envelope?: string;
  /**
   * Calls the method with its parameters by position. `run` is undefined unless `usesRun`, and
   * `host` is undefined unless there is `host`.
   */
  readonly invoke: (toolset: never, args: never, run: RunContext, host: HostValues) => unknown;
  /** Calls the method of `@Preview` with its parameters by position, like `invoke`. */
  readonly preview?: (toolset: never, args: never, run: RunContext, host: HostValues) => unknown;
  /** Calls the method of `@Effect({ reconcile })` with key, arguments by name, and `run`. */
  readonly reconcile?: (toolset: never, key: string, args: never, run: RunContext) => unknown;
  /** Whether the method has a parameter of type `RunContext`. */
  readonly usesRun?: true;
  /** The parameters that the host supplies, in the order of `HostValues`. */
  readonly host?: readonly HostParameterDescriptor[];
  /**
   * The values of all `@UserInput()` parameters, by name. People supply them, and Haft checks them
   * like arguments.
   */
  readonly input?: CheckedDescriptor;
}

/** A method with `@Resource` or `@Prompt`. Its parameters and checks are those of a tool. */
export interface OfferDescriptor extends ToolDescriptor {
  /** The name for people. */
  readonly title?: string;
  /** The icons as JSON text of an array. */
  readonly icons?: string;
  /** The methods of `@Complete` by parameter. Unset if there are none. */
  readonly completions?: Readonly<Record<string, CompletionDescriptor>>;
}

/** A method with `@Resource`. */
export interface ResourceDescriptor extends OfferDescriptor {
  /** The URI or the URI template, as it is written. */
  readonly uri: string;
  /** The type of the contents. Unset if the result tells it. */
  readonly mimeType?: string;
  /** The annotations as JSON text of an object. */
  readonly annotations?: string;
  /** Calls the method of the option `list`. */
  readonly list?: (toolset: never, run: RunContext) => unknown;
}

/** A method with `@Prompt`. */
export type PromptDescriptor = OfferDescriptor;

/** A method that suggests values of a parameter. */
export interface CompletionDescriptor {
  /** The name of the method. */
  readonly method: string;
  /** Whether the method has a parameter of type `RunContext`. */
  readonly usesRun?: true;
  /** Calls the method. `given` has the other arguments as strings. */
  readonly invoke: (toolset: never, text: string, given: Readonly<Record<string, string>>, run: RunContext) => unknown;
}

/** The parameters and the result of type `Ref<T>`. */
export interface ReferencesDescriptor {
  /** The types of the values by parameter. `parameters` has the schemas of the values. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The value of the result. `result` has the schema of the reference. */
  readonly result?: ResultReferenceDescriptor;
}

/** The value of a result of type `Ref<T>`. */
export interface ResultReferenceDescriptor {
  /** The first part of ids. */
  readonly name: string;
  /** The type of the value, such as `Invoice[]`. */
  readonly type: string;
  /** The schema of the value as JSON text. */
  readonly schema: string;
}

/** The class-validator rules of a DTO class, as the build read them. */
export interface DtoRules {
  /** The DTO class. */
  readonly class: Class;
  /**
   * JSON text: by property, the names of the rules that the schema expresses. The names are those
   * of class-validator in lower case, separated by blanks (`isstring maxlength`). `*` stands for
   * rules that run at the call, `?` for possible rules of that kind.
   */
  readonly rules: string;
  /**
   * Whether the class comes from a library that uses class-validator. Then it must have registered
   * rules.
   */
  readonly fromLibrary?: true;
}

/** A parameter that no model sees. The record of its decorator says which kind it is. */
export interface HostParameterDescriptor {
  /** The position in the method's parameters. */
  readonly index: number;
  /** The name of the parameter. */
  readonly name: string;
  /** For `@Inject()` without a token: the class of the parameter's type. */
  readonly class?: Class;
  /** Whether it is `@UserInput()`. Its schema is in the `input` of the tool. */
  readonly input?: true;
  /** Whether the request of the host supplies it: `@Headers()` on a controller of NestJS. */
  readonly request?: true;
}

/**
 * Called with a DTO instance, its class, the properties whose rules must run, and its path in the
 * arguments.
 */
export type VisitRules = (instance: object, dto: Class, properties: readonly string[], path: Path) => void;
