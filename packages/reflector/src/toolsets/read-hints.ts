import type { ToolHints } from '@haft/core';
import type { ts } from '../program/typescript.js';
import { constantOptions } from './constant-options.js';
import type { ReadingContext } from './reading-context.js';

/** Returns the constant hints of a method or class. */
export function readHints(declaration: ts.Node, context: ReadingContext): ToolHints | undefined {
  const decorator = context.names.decorator(declaration, 'Hints');
  const argument = decorator?.args[0];
  if (argument === undefined) return undefined;
  return constantOptions(
    { decorator: '@Hints', expression: argument, bindings: decorator?.bindings },
    ['readOnly', 'destructive', 'idempotent', 'openWorld'],
    context,
  );
}
