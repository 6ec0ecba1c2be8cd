import type { ts } from '../../program/typescript.js';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { TypeNode, TypeRef, UnsupportedNode } from '../model.js';

/** Reads one kind of type. Never throws: reports types that it cannot represent, and continues. */
export interface TypeHandler {
  readonly name: string;
  handles(type: ts.Type, read: Reader): boolean;
  /**
   * Returns the node of a type, or a reference to another type, which may be unread if it is
   * recursive.
   *
   * @param written - the type in the source, if there is one: for orders and names that the type
   *   has lost
   */
  read(type: ts.Type, read: Reader, written: ts.TypeNode | undefined): TypeNode | TypeRef;
}

/** Facts about declarations that the project decides. */
export interface DeclarationFacts {
  /** Returns whether a property is marked to stay out of every text. */
  isSensitive(declaration: ts.Declaration): boolean;
  /** Returns whether the texts of a comment are for developers, and not for models. */
  isForDevelopers(declaration: ts.Declaration): boolean;
}

/** The functions for handlers. */
export interface Reader extends DeclarationFacts {
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  /** The purpose of the type: arguments of a model, or the result of a tool. */
  readonly direction: 'arguments' | 'results';
  /** The place where the current type is used. Reports are about this place. */
  readonly place: ts.Node;
  /** Reads another type once. */
  read(type: ts.Type, written?: ts.TypeNode): TypeRef;
  /** Reads with another place for reports. Ignores a place outside the project's own sources. */
  at<T>(place: ts.Node | undefined, run: () => T): T;
  /** Reads a named part of the current type. */
  within<T>(name: string, run: () => T): T;
  /** Reports at the current place. */
  report(finding: Finding): UnsupportedNode;
  /** Warns about the project's own sources. Ignores other sources. */
  warn(place: ts.Node, finding: Finding): void;
  /** Reports a type without a JSON form. */
  unsupported(type: ts.Type, why: string, fix: string): UnsupportedNode;
  /** Returns the type as TypeScript prints it, without paths. */
  print(type: ts.Type): string;
}
