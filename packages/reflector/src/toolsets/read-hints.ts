import type { ToolHints } from '@haft/core';
import type { ts } from '../program/typescript.js';
import { constantOptions } from './constant-options.js';
import type { ReadingContext } from './reading-context.js';

/** The constant hints of a method or class. */
export function readHints(
  declaration: ts.Node,
  { names, checker, diagnostics }: ReadingContext,
): ToolHints | undefined {
  const decorator = names.decorator(declaration, 'Hints');
  const argument = decorator?.args[0];
  if (argument === undefined) return undefined;
  return constantOptions(
    '@Hints',
    argument,
    ['readOnly', 'destructive', 'idempotent', 'openWorld'],
    checker,
    diagnostics,
    decorator?.bindings,
  );
}
