import type { DefinitionKind, ToolHints } from '@haft/core';
import type { Bindings } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import type { MethodComment } from './method-comment.js';

/** The defaults of a toolset for all its tools. */
export interface ToolsetDefaults {
  readonly prefix: string | undefined;
  readonly version: string;
  readonly hints: ToolHints | undefined;
  /** The class, whose decorators apply to all its tools. */
  readonly declaration?: ts.ClassLikeDeclaration;
  /** Whether the class is a controller of NestJS. */
  readonly isController?: boolean;
}

/** A declaration that can be a tool. */
export type ToolDeclaration = ts.MethodDeclaration | ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/**
 * The source of a tool: a `@Tool` method of a toolset class, with type arguments filled in if it is
 * inherited, or a function in `defineTool`. Or the source of a resource or a prompt.
 */
export interface ToolSource {
  readonly symbol: ts.Symbol;
  readonly declaration: ToolDeclaration;
  /** The name of the method or function. */
  readonly name: string;
  /** The source of the options, for reports: `@Tool` or `defineTool`. */
  readonly saidBy: string;
  readonly kind: DefinitionKind;
  /** The decorator. Unset for a function. */
  readonly decorator?: HaftDecorator;
  readonly options: ts.Expression | undefined;
  /** The values of names in the options, if they are in a helper. */
  readonly bindings?: Bindings;
  /** Another declaration, whose comment counts if this one has none. */
  readonly overridden?: ToolDeclaration;
  /**
   * The place from which types are resolved: the declaration, or its replacement if it belongs to
   * another project.
   */
  readonly place: ts.Node;
  /** The place of reports about the whole tool. */
  readonly reportAt: ts.Node;
}

/** A tool with the context for reading its parts. */
export interface ToolBeingRead {
  /** The tool's name, prefix included. */
  readonly name: string;
  readonly source: ToolSource;
  readonly comment: MethodComment;
  /** Whether it is a method of a controller of NestJS, whose decorators supply the parameters. */
  readonly isOfController: boolean;
}
