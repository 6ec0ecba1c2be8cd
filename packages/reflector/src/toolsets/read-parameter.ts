import type { ParameterModel } from '../model.js';
import { ts } from '../program/typescript.js';
import { describedAs, type PropertyNode } from '../types/model.js';

/** A parameter of a tool, read. */
export interface ReadParameter {
  readonly model: ParameterModel;
  readonly declaration: ts.ParameterDeclaration;
  /** For a parameter that the model gives. */
  readonly type?: PropertyNode;
}

/** Whether a property could be the arguments object itself, as the one parameter of a tool. */
export function isSingleObject(property: PropertyNode): boolean {
  const { node } = property.type;
  return !property.optional && node.kind === 'object' && node.properties.length > 0;
}

/** The one object parameter needs no text of its own: its properties have theirs. */
export function describesItself(type: PropertyNode, parameters: readonly ReadParameter[]): boolean {
  const visible = parameters.filter((one) => one.type !== undefined);
  const { node } = type.type;
  return (visible.length === 1 && isSingleObject(type)) || describedAs(node.description, node) !== undefined;
}

/** The name that the `@param` tag of a destructured parameter gives it. */
export function taggedName(declaration: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(declaration);
  return tag !== undefined && ts.isIdentifier(tag.name) ? tag.name.text : undefined;
}
