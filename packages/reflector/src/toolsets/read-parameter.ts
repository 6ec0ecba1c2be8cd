import type { ParameterModel } from '../model.js';
import { ts } from '../program/typescript.js';
import { describedAs, type PropertyNode } from '../types/model.js';

/** A parameter of a tool after reading. */
export interface ReadParameter {
  readonly model: ParameterModel;
  readonly declaration: ts.ParameterDeclaration;
  /** For a parameter that the model supplies. */
  readonly type?: PropertyNode;
  /** For a parameter that a person supplies. */
  readonly input?: PropertyNode;
}

/**
 * Returns whether a property could be the arguments object itself, as the one parameter of a tool.
 */
export function isSingleObject(property: PropertyNode): boolean {
  const { node } = property.type;
  return !property.optional && property.reference === undefined && node.kind === 'object' && node.properties.length > 0;
}

/**
 * Returns whether a parameter needs no separate text: the properties of the one object parameter
 * have theirs.
 */
export function describesItself(type: PropertyNode, parameters: readonly ReadParameter[]): boolean {
  const visible = parameters.filter((one) => one.type !== undefined);
  const { node } = type.type;
  return (visible.length === 1 && isSingleObject(type)) || describedAs(node.description, node) !== undefined;
}

/** Returns the name of a destructured parameter in its `@param` tag. */
export function taggedName(declaration: ts.ParameterDeclaration): string | undefined {
  const [tag] = ts.getJSDocParameterTags(declaration);
  return tag !== undefined && ts.isIdentifier(tag.name) ? tag.name.text : undefined;
}
