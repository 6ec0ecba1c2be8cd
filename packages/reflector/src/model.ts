import type { DefinitionKind, ToolHints } from '@haft/core';
import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';
import type { ComparedSettings, PropertyAliases } from '@haft/schema/compatibility';

/*
 * The model of a project after reading it and before writing the module. It has no TypeScript
 * objects: `program/`, `toolsets/`, `types/` and `constraints/` create it, `emit/` turns it into
 * text.
 */

/** The contents of one generated module. */
export interface ProjectModel {
  /** The toolset classes. */
  readonly toolsets: readonly ToolsetModel[];
  /** Transitive constructor dependencies whose source is in the project, in order of discovery. */
  readonly services: readonly ServiceModel[];
  /** The functions that `defineTool` makes tools, in order of discovery. */
  readonly functions: readonly FunctionToolModel[];
  /** The module of `reflected`: the one that the project's own toolsets import. */
  readonly runtimeModule: 'haft' | '@haft/core';
  /** The ending of relative imports in the project: `./a.js`, `./a` or `./a.ts`. */
  readonly importStyle: '.js' | '' | '.ts';
  /**
   * The way to load a module lazily. `require` uses `require` if it exists, because the project
   * writes no extensions. Its compiler leaves `import()` to Node, which does not add any.
   */
  readonly lazyImport: 'import' | 'require';
}

/** An exported class or function that the generated module can import. */
export interface ExportReference {
  /** The exported name. `default` for a default export. */
  readonly exportName: string;
  /** Its declared name, for messages and local names. */
  readonly name: string;
  /**
   * Absolute path of the source file, or a package specifier (`haft`, `@acme/tools`) for exports of
   * node_modules.
   */
  readonly from: { readonly file: string } | { readonly specifier: string };
}

/** An exported class. */
export type ClassReference = ExportReference;

/**
 * The request of a constructor parameter or property. See `DependencyDescriptor` of
 * `@haft/core/reflected`.
 */
export type DependencyModel =
  | { readonly kind: 'class'; readonly class: ClassReference; readonly optional: boolean }
  | { readonly kind: 'inject' }
  | { readonly kind: 'none' };

/** A class that the container creates: a dependency of a toolset, or the toolset itself. */
export interface ServiceModel {
  /** The class. */
  readonly class: ClassReference;
  /** The requests of the constructor parameters, by position. */
  readonly dependencies: readonly DependencyModel[];
  /** The requests of properties with `@Inject()`, by name. */
  readonly properties: Readonly<Record<string, DependencyModel>>;
}

/** A class with `@Toolset`. */
export interface ToolsetModel extends ServiceModel {
  /** The name of the toolset. */
  readonly name: string;
  /** Relative to the tsconfig's folder, with `/`. */
  readonly source: string;
  /** The description of the toolset. */
  readonly description?: string;
  /** The constant instructions of the toolset for the model. */
  readonly instructions?: string;
  /** The tools of the toolset. */
  readonly tools: readonly ToolModel[];
  /** The resources and prompts of the toolset. Default: none. */
  readonly offers?: readonly OfferModel[];
}

/** Returns the tools, resources and prompts of a toolset. */
export function definitionsOf({ tools, offers = [] }: ToolsetModel): readonly ToolModel[] {
  return [...tools, ...offers];
}

/** A function that `defineTool` makes a tool. */
export interface FunctionToolModel {
  /** The function. */
  readonly function: ExportReference;
  /** The file that calls `defineTool`, relative to the tsconfig's folder, with `/`. */
  readonly source: string;
  /** Its `method` is the function's name. */
  readonly tool: ToolModel;
}

/** A schema, and the run-time values of its parts. */
export interface TypeModel {
  /** The schema of the JSON value. */
  readonly schema: JsonSchemaObject;
  /**
   * The run-time value, if it is not the JSON value itself. By identity of a schema object inside
   * `schema`, also in its `$defs`.
   */
  readonly revivals: ReadonlyMap<JsonSchemaObject, Revival>;
  /**
   * The author's `message` options for broken keywords, by identity of a schema object inside
   * `schema`.
   */
  readonly messages?: ReadonlyMap<JsonSchemaObject, RuleMessages>;
  /** Names of properties by alias, by JSON pointer of the schema of their object. */
  readonly aliases?: PropertyAliases;
  /**
   * The wire type as TypeScript source, for the `Tools` interface:
   * `{ path: string; limit?: number }`.
   */
  readonly wireType: string;
}

/** The message for the model by keyword (`maxLength`). `$value` in it is the value. */
export type RuleMessages = Readonly<Record<string, string>>;

/** The conversion of a checked JSON value to the type of the method. */
export type Revival =
  | { readonly kind: 'date' }
  | { readonly kind: 'url' }
  | { readonly kind: 'bigint' }
  /** Base64 text. */
  | { readonly kind: 'bytes'; readonly as: 'Uint8Array' | 'Buffer' }
  /** A JSON array. */
  | { readonly kind: 'set' }
  /**
   * A JSON object with strings as keys, or numbers as strings. Or a JSON array of `[key, value]`
   * pairs.
   */
  | { readonly kind: 'map'; readonly form: 'object' | 'entries'; readonly keys: 'string' | 'number' }
  /** An instance: `new Class()`, then its present properties. */
  | {
      readonly kind: 'dto';
      readonly class: ClassReference;
      /** Properties with class-validator rules that the schema does not express completely. */
      readonly uncovered: readonly string[];
      /**
       * By property: the names of the rules that the schema expresses, as class-validator registers
       * them. `*` if class-validator runs rules at the call, `?` if there may be some.
       */
      readonly rules: Readonly<Record<string, string>>;
      /**
       * Whether the class is from a library that uses class-validator. Its decorators are not
       * readable.
       */
      readonly fromLibrary?: true;
      /**
       * Whether class-transformer's `@Transform`, `@Expose` or `@Exclude` is in the class. Then
       * class-transformer creates the instance.
       */
      readonly transformed: boolean;
    };

/** A parameter of a tool's method, by position. */
export type ParameterModel =
  | {
      readonly kind: 'model';
      readonly name: string;
      readonly optional: boolean;
      /** The type of the value, if the type is `Ref<T>`. */
      readonly reference?: string;
    }
  | {
      readonly kind: 'run';
      /** Whether its type says that it reads the `deps` of the run. */
      readonly deps?: true;
    }
  | {
      readonly kind: 'host';
      readonly name: string;
      /** Whether its decorator reads the `deps` of the run. */
      readonly deps?: true;
      readonly class?: ClassReference;
      /** Whether it is `@UserInput()`. Its type is in the `input` of the tool. */
      readonly input?: true;
      /** Whether the request of the host supplies it: `@Headers()` on a controller of NestJS. */
      readonly request?: true;
    };

/** A method with `@Tool`, or a function in `defineTool`. */
export interface ToolModel {
  /** Set for resources and prompts. */
  readonly kind?: Exclude<DefinitionKind, 'tool'>;
  /** The name with its prefix. */
  readonly name: string;
  /** The name of the method. */
  readonly method: string;
  /** The version of the tool. */
  readonly version: string;
  /** The purpose of the tool, for the model. */
  readonly description: string;
  /** Earlier names that callers may still use. */
  readonly aliases: readonly string[];
  /** Names of similar tools elsewhere. */
  readonly otherNames?: readonly string[];
  /** Whether the tool requires or forbids the strict mode of providers. */
  readonly strict?: boolean;
  /** `false`: programs of the provider never call the tool. */
  readonly programs?: false;
  /** The effects that the tool promises. */
  readonly hints?: ToolHints;
  /** The settings of decorators, as far as the build knows. Not in the generated module. */
  readonly settings?: SettingsModel;
  /** Facts for the host. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** The parameters of the method, by position. */
  readonly parameters: readonly ParameterModel[];
  /** Whether the one model parameter is the arguments object itself. */
  readonly single: boolean;
  /** The type of the whole arguments object. */
  readonly arguments: TypeModel;
  /** The type of the result. Unset if it has no schema. */
  readonly result?: ResultModel;
  /**
   * The forms of the value of a success. Unset if code that the build does not see may replace the
   * value.
   */
  readonly value?: readonly ValueForm[];
  /** The type of the object with the values of the `@UserInput()` parameters. */
  readonly input?: InputModel;
  /** Valid arguments objects of `@Example` and `@example`. */
  readonly examples: readonly JsonValue[];
  /** The paths in the arguments whose values stay out of texts, events and logs. */
  readonly sensitive: readonly Path[];
  /** Set for a tool with `@Effect`, `@Preview` or `@Background`. */
  readonly beside?: BesideModel;
  /** The place of reports about the whole tool. */
  readonly place?: Place;
}

/** A method with `@Resource` or `@Prompt`. */
export type OfferModel = ResourceModel | PromptModel;

/** The parts of a resource and of a prompt. */
interface OfferParts extends ToolModel {
  /** The name for people. */
  readonly title?: string;
  /** A list of images. */
  readonly icons?: JsonValue;
  /** The methods of `@Complete`, by parameter. */
  readonly completions?: Readonly<Record<string, CompletionModel>>;
}

/** A method with `@Resource`. */
export interface ResourceModel extends OfferParts {
  readonly kind: 'resource';
  /** The URI or the URI template. */
  readonly uri: string;
  /** The place of the URI, for reports. */
  readonly uriPlace: Place;
  readonly mimeType?: string;
  readonly annotations?: JsonValue;
  /** The method that lists the resources of a template. */
  readonly list?: MethodBesideModel;
}

/** A method with `@Prompt`. */
export interface PromptModel extends OfferParts {
  readonly kind: 'prompt';
}

/** A method next to an offer that Haft calls. */
export interface MethodBesideModel {
  readonly method: string;
  /** Whether it takes the run. */
  readonly usesRun: boolean;
}

/** A method of `@Complete`. */
export interface CompletionModel {
  readonly method: string;
  /** Its parameters by position. */
  readonly parameters: readonly ('text' | 'given' | 'run')[];
}

/** The methods next to a tool. */
export interface BesideModel {
  /** The method of `@Preview`, and how many parameters of the tool it takes. */
  readonly preview?: { readonly method: string; readonly parameters: number };
  /** The name of the method of `@Effect({ reconcile })`. */
  readonly reconcile?: string;
}

/** The type of a result, and the value of a result of type `Ref<T>`. */
export interface ResultModel extends Pick<TypeModel, 'schema' | 'wireType'> {
  /** Whether the tool may return undefined. */
  readonly mayBeMissing?: boolean;
  readonly reference?: {
    /** The first part of ids. */
    readonly name: string;
    /** The type of the value as text. */
    readonly type: string;
    readonly schema: JsonSchemaObject;
  };
}

/**
 * A form in which a result arrives as the value of an outcome: as the method returned it, as a
 * worker thread sends it, or as JSON.
 */
export type ValueForm = 'returned' | 'cloned' | 'json';

/** The arguments of decorators of the run time. `computed`: the build does not know the value. */
export type SettingsModel = ComparedSettings;

/** The values that people supply to a tool. */
export interface InputModel {
  readonly type: TypeModel;
  readonly sensitive: readonly Path[];
}

/** A place in the source: the file relative to the tsconfig's folder, line and column from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
