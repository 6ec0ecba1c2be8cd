import type { ToolHints } from '@haft/core';
import type { Bindings } from '../program/evaluate.js';
import type { ts } from '../program/typescript.js';
import type { MethodComment } from './method-comment.js';

/** What a toolset says of all its tools. */
export interface ToolsetDefaults {
  readonly prefix: string | undefined;
  readonly version: string;
  readonly hints: ToolHints | undefined;
}

/** What can be a tool. */
export type ToolDeclaration = ts.MethodDeclaration | ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/**
 * What a tool is made of: a `@Tool` method of a toolset class, as the class sees it (inherited ones with type arguments filled
 * in), or a function that `defineTool` is given.
 */
export interface ToolSource {
  readonly symbol: ts.Symbol;
  readonly declaration: ToolDeclaration;
  /** The method's or function's own. */
  readonly name: string;
  /** What says the options, for reports. */
  readonly saidBy: '@Tool' | 'defineTool';
  readonly options: ts.Expression | undefined;
  /** What names in the options stand for, where a helper says them. */
  readonly bindings?: Bindings;
  /** Another declaration whose comment counts where this one has none. */
  readonly overridden?: ToolDeclaration;
  /** Where types are seen from: the declaration, or what stands for it when it belongs to another project. */
  readonly place: ts.Node;
  /** Where reports of the whole tool stand. */
  readonly reportAt: ts.Node;
}

/** A tool, and what its parts need to know of it while it is read. */
export interface ToolBeingRead {
  /** The tool's, prefix included. */
  readonly name: string;
  readonly source: ToolSource;
  readonly comment: MethodComment;
}
