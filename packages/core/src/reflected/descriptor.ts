import type { IssueCollector, JsonValue, Path } from '@haft/schema';
import type { Class } from '../class.js';
import type { RunContext } from '../run-context.js';
import type { ToolHints } from '../tool-definition.js';

/*
 * The form of the generated module. Written by the reflector, read by the run time; a change here that a run time of
 * the same format version could not read needs a new `REFLECTED_FORMAT`.
 */

/** The version of the form below. */
export const REFLECTED_FORMAT = 2;

/** The versions that are read: in format 1, each descriptor of a tool has its {@link ToolChecks}, and no call imports them. */
export const READ_FORMATS: readonly number[] = [1, REFLECTED_FORMAT];

/** What one generated module knows. */
export interface ReflectedModule {
  readonly toolsets: readonly ToolsetDescriptor[];
  /** The classes that the constructors of the toolsets ask for, transitively, as far as their source is in the project. */
  readonly services: readonly ServiceDescriptor[];
  /** The functions that `defineTool` makes tools; unset when there are none. */
  readonly functions?: readonly FunctionDescriptor[];
}

/** Imports the module beside the generated one that checks arguments, and builds what tools are called with. */
export type ImportChecks = () => Promise<ChecksModule>;

/** What is in that module, where the generated one imports it from the start; in a large project, what imports it. */
export type ChecksSource = ChecksModule | ImportChecks;

/** The module of a build that checks arguments. */
export interface ChecksModule {
  /** By the first 16 characters of a tool's fingerprint, so that a check of another schema is never used. */
  readonly checks: Readonly<Record<string, ToolChecks>>;
}

/** How the arguments of one tool are checked. */
export interface ToolChecks {
  /**
   * Checks and builds in one pass: the arguments with defaults, DTO instances, dates and maps; `undefined` when they
   * break the schema (then the issues are collected from the schema). Never changes what it is given.
   */
  readonly read: (args: unknown) => ReadArguments | undefined;
  /**
   * Functions that check an object inside of the arguments by itself, the items of lists, by JSON pointer of its schema in
   * `parameters`: false or undefined for what does not fit. Where something is wrong in a long list, the other items are passed over.
   */
  readonly checks?: Readonly<Record<string, (value: unknown) => unknown>>;
  /** For each DTO instance in the arguments whose class-validator rules the schema does not say completely. */
  readonly visitRules?: (args: never, visit: VisitRules) => void;
  /** What the build read of the DTO classes in the arguments: compared with what is registered at the first call. */
  readonly rules?: readonly (() => DtoRules)[];
}

/**
 * Imports the module beside the generated one that says what is wrong with refused arguments. Without it, or where it cannot be loaded,
 * the same is found by interpreting the schemas.
 */
export type ImportCollectors = () => Promise<CollectorModule>;

/** The module of a build that its first refusal imports. */
export interface CollectorModule {
  /** By the first 16 characters of a tool's fingerprint, so that a collector of another build is never used. */
  readonly collectors: Readonly<Record<string, IssueCollector>>;
}

/** A function that `defineTool` makes a tool. */
export interface FunctionDescriptor {
  /** By this value the run time finds the descriptor. */
  readonly function: (...args: never) => unknown;
  /** Unset in the older format. */
  readonly checks?: ChecksSource;
  readonly collectors?: ImportCollectors;
  /** Its `method` is the name of the function in the source; it is called with the function in place of a toolset. */
  readonly tool: ToolDescriptor;
}

/** What a constructor parameter, or a property, asks the container for. */
export type DependencyDescriptor =
  /** The class that stands as its type. */
  | Class
  /** The class, or undefined where nothing is registered. */
  | { readonly optional: Class }
  /** `@Inject(token)` says what: the record of the decorator. */
  | 'inject'
  /** Nothing: the parameter has a default. */
  | undefined;

/** How the container makes a class. Recorded from the source, since esbuild and tsx emit no `design:paramtypes`. */
export interface ServiceDescriptor {
  readonly class: Class;
  /** By position of the constructor's parameters. */
  readonly dependencies: readonly DependencyDescriptor[];
  /** By name: properties with `@Inject()`, by the class of their type or by their token. */
  readonly properties?: Readonly<Record<string, DependencyDescriptor>>;
}

/** A toolset class. */
export interface ToolsetDescriptor extends ServiceDescriptor {
  readonly name: string;
  /** Relative to the tsconfig's folder, with `/`: for messages. */
  readonly source: string;
  readonly description?: string;
  /** A constant text; an instructions function lives in the decorator's record. */
  readonly instructions?: string;
  /** Unset in the older format. */
  readonly checks?: ChecksSource;
  readonly collectors?: ImportCollectors;
  readonly tools: readonly ToolDescriptor[];
}

/** The value that a call's arguments become: by parameter name, or the one object parameter itself. */
export type ReadArguments = object;

/** The values of the parameters that the host gives (`@Inject`, `@UserInput`, a project's own), by their order. */
export type HostValues = readonly unknown[];

/** A tool method. Its checks stand here in the older format only. */
export interface ToolDescriptor extends Partial<ToolChecks> {
  /** The whole name, prefix included. */
  readonly name: string;
  readonly method: string;
  readonly version: string;
  readonly description: string;
  readonly aliases?: readonly string[];
  readonly strict?: boolean;
  readonly hints?: ToolHints;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** The parameter schema as JSON text, parsed on first use. */
  readonly parameters: string;
  /** The result schema as JSON text. */
  readonly result?: string;
  /**
   * Texts that the author wrote for broken rules (`message` of a class-validator decorator), as JSON text: by JSON
   * pointer of a schema object in `parameters` (`/properties/content`), then by the keyword that says no (`maxLength`).
   * `$value` in a text stands for the value, where it is a string, number or boolean.
   */
  readonly messages?: string;
  /** One valid arguments object as JSON text: shown to a model that repeats a mistake, and kept to keep the code warm. */
  readonly example: string;
  /** The arguments of `@Example` and `@example`, as JSON text of an array. */
  readonly examples?: string;
  /** SHA-256 of name, version and canonical parameter schema, in hex. */
  readonly fingerprint: string;
  /** Some part of the schema takes any depth or any names (`unknown`, recursion, open objects): the arguments are walked for limits first. */
  readonly open?: true;
  /** The method's name of its one object parameter: `{ name: {...} }` is taken for `{...}` where it cannot be confused. */
  readonly envelope?: string;
  /** Paths whose values are in no text, event or log; `*` stands for every item or key. */
  readonly sensitive?: readonly Path[];
  /** Calls the method with its parameters by position. `run` is undefined unless `usesRun`, `host` unless `host`. */
  readonly invoke: (toolset: never, args: never, run: RunContext, host: HostValues) => unknown;
  /** A parameter of type `RunContext` exists. */
  readonly usesRun?: true;
  /** The parameters that the host gives, in the order of `HostValues`. */
  readonly host?: readonly HostParameterDescriptor[];
  /** There is a `visitRules`. */
  readonly hasRules?: true;
}

/** The class-validator rules of a DTO class, as the build read them. */
export interface DtoRules {
  readonly class: Class;
  /**
   * As JSON text, by property: the names of the rules that the schema says, as class-validator registers them but in lower case,
   * with blanks between (`isstring maxlength`); `*` for rules that run at the call; `?` where there may be such rules.
   */
  readonly rules: string;
  /** The class is of a library that uses class-validator: it must have registered something. */
  readonly fromLibrary?: true;
}

/** A parameter that no model sees. Its decorator's record says what it is. */
export interface HostParameterDescriptor {
  /** Position in the method. */
  readonly index: number;
  readonly name: string;
  /** For `@Inject()` without a token: the class of the parameter's type. */
  readonly class?: Class;
  /** For `@UserInput()`: its schema as JSON text. */
  readonly schema?: string;
}

/** Called with a DTO instance, its class, the properties whose rules must run, and where it stands in the arguments. */
export type VisitRules = (instance: object, dto: Class, properties: readonly string[], path: Path) => void;
