import { ts } from '../program/typescript.js';
import type { HaftDecorator, HaftNames } from './haft-names.js';

/** A class with `@Toolset`. */
export interface ToolsetClass {
  readonly declaration: ts.ClassDeclaration | ts.ClassExpression;
  readonly decorator: HaftDecorator;
}

/** Returns all toolset classes of a file, in order, anywhere in the file. */
export function findToolsets(file: ts.SourceFile, names: HaftNames): readonly ToolsetClass[] {
  // A toolset class needs an `@`, and most files have none.
  if (!file.text.includes('@')) return [];
  const found: ToolsetClass[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const decorator = names.decorator(node, 'Toolset');
      if (decorator !== undefined) found.push({ declaration: node, decorator });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
