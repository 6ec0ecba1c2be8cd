import type { ToolHints } from '@haft/core';
import type { JsonSchemaObject, JsonValue, Path } from '@haft/schema';

/*
 * What the reflector knows of a project after reading it and before writing the module. No TypeScript objects in it:
 * `program/`, `toolsets/`, `types/` and `constraints/` make it, `emit/` turns it into text.
 */

/** Everything that one generated module says. */
export interface ProjectModel {
  readonly toolsets: readonly ToolsetModel[];
  /** Transitive constructor dependencies whose source is in the project, in order of discovery. */
  readonly services: readonly ServiceModel[];
  /** The functions that `defineTool` makes tools, in order of discovery. */
  readonly functions: readonly FunctionToolModel[];
  /** Where `reflected` comes from: what the project's own toolsets import. */
  readonly runtimeModule: 'haft' | '@haft/core';
  /** How the project writes relative imports: `./a.js`, `./a` or `./a.ts`. */
  readonly importStyle: '.js' | '' | '.ts';
  /**
   * How a module is loaded on demand. `require`: by it where it exists, since the project writes no extensions, and its compiler leaves
   * `import()` to Node, which looks for none.
   */
  readonly lazyImport: 'import' | 'require';
}

/** An exported class or function, as the generated module can import it. */
export interface ExportReference {
  /** The name that the file exports; `default` for a default export. */
  readonly exportName: string;
  /** Its own name, for messages and local names. */
  readonly name: string;
  /** Absolute path of the source file, or a package specifier (`haft`, `@acme/tools`) for what is of node_modules. */
  readonly from: { readonly file: string } | { readonly specifier: string };
}

/** An exported class. */
export type ClassReference = ExportReference;

/** What a constructor parameter or property asks for; see `DependencyDescriptor` of `@haft/core/reflected`. */
export type DependencyModel =
  | { readonly kind: 'class'; readonly class: ClassReference; readonly optional: boolean }
  | { readonly kind: 'inject' }
  | { readonly kind: 'none' };

/** A class that the container makes: a dependency of a toolset, or the toolset itself. */
export interface ServiceModel {
  readonly class: ClassReference;
  readonly dependencies: readonly DependencyModel[];
  readonly properties: Readonly<Record<string, DependencyModel>>;
}

/** A class annotated `@Toolset`. */
export interface ToolsetModel extends ServiceModel {
  readonly name: string;
  /** Relative to the tsconfig's folder, with `/`. */
  readonly source: string;
  readonly description?: string;
  readonly instructions?: string;
  readonly tools: readonly ToolModel[];
}

/** A function that `defineTool` makes a tool. */
export interface FunctionToolModel {
  readonly function: ExportReference;
  /** Where `defineTool` is called; relative to the tsconfig's folder, with `/`. */
  readonly source: string;
  /** Its `method` is the function's name. */
  readonly tool: ToolModel;
}

/** A schema, and what its values become at run time. */
export interface TypeModel {
  readonly schema: JsonSchemaObject;
  /** By identity of a schema object inside `schema` (also in its `$defs`): the run-time value where it is not the JSON value itself. */
  readonly revivals: ReadonlyMap<JsonSchemaObject, Revival>;
  /** By identity of a schema object inside `schema`: what the author's `message` options say when a keyword says no. */
  readonly messages?: ReadonlyMap<JsonSchemaObject, RuleMessages>;
  /** The wire type as TypeScript source, for the `Tools` interface: `{ path: string; limit?: number }`. */
  readonly wireType: string;
}

/** By keyword (`maxLength`): the text for the model. `$value` in it stands for the value. */
export type RuleMessages = Readonly<Record<string, string>>;

/** How a checked JSON value becomes what the method's type says. */
export type Revival =
  | { readonly kind: 'date' }
  | { readonly kind: 'url' }
  | { readonly kind: 'bigint' }
  /** Base64 text. */
  | { readonly kind: 'bytes'; readonly as: 'Uint8Array' | 'Buffer' }
  /** A JSON array. */
  | { readonly kind: 'set' }
  /** A JSON object (keys are strings, or numbers written as strings), or a JSON array of `[key, value]` pairs. */
  | { readonly kind: 'map'; readonly form: 'object' | 'entries'; readonly keys: 'string' | 'number' }
  /** An instance: `new Class()`, then the properties that are present. */
  | {
      readonly kind: 'dto';
      readonly class: ClassReference;
      /** Properties with class-validator rules that the schema does not say completely. */
      readonly uncovered: readonly string[];
      /**
       * By property: the names of the rules that the schema says, as class-validator registers them; `*` where class-validator
       * runs rules at the call, `?` where it may have some.
       */
      readonly rules: Readonly<Record<string, string>>;
      /** The class is of a library that uses class-validator: what its decorators say cannot be read. */
      readonly fromLibrary?: true;
      /** class-transformer's `@Transform`, `@Expose`, `@Exclude` stand on the class: it makes the instance. */
      readonly transformed: boolean;
    };

/** A parameter of a tool's method, by position. */
export type ParameterModel =
  | { readonly kind: 'model'; readonly name: string; readonly optional: boolean }
  | { readonly kind: 'run' }
  | {
      readonly kind: 'host';
      readonly name: string;
      readonly class?: ClassReference;
      /** For `@UserInput()`. */
      readonly schema?: JsonSchemaObject;
    };

/** A method annotated `@Tool`, or a function given to `defineTool`. */
export interface ToolModel {
  /** Prefix included. */
  readonly name: string;
  readonly method: string;
  readonly version: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly strict?: boolean;
  readonly hints?: ToolHints;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  readonly parameters: readonly ParameterModel[];
  /** True: the one model parameter is the arguments object itself. */
  readonly single: boolean;
  /** Of the whole arguments object. */
  readonly arguments: TypeModel;
  readonly result?: Pick<TypeModel, 'schema' | 'wireType'>;
  readonly examples: readonly JsonValue[];
  readonly sensitive: readonly Path[];
  /** Where a report about the whole tool points to. */
  readonly place?: Place;
}

/** A place in the source: the file relative to the tsconfig's folder, line and column from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
