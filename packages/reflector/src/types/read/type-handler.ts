import type { ts } from '../../program/typescript.js';
import type { Finding } from '../../diagnostics/diagnostics.js';
import type { TypeNode, TypeRef, UnsupportedNode } from '../model.js';

/** Reads one kind of type. Never throws: what it cannot represent it reports, and goes on. */
export interface TypeHandler {
  readonly name: string;
  handles(type: ts.Type, read: Reader): boolean;
  /** @param written - the type as the source writes it, where it does: for orders and names that the type has lost */
  read(type: ts.Type, read: Reader, written: ts.TypeNode | undefined): TypeNode;
}

/** What a handler may use. */
export interface Reader {
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  /** What the type is read for: what a model sends, or what a tool returns. */
  readonly direction: 'arguments' | 'results';
  /** Where the type that is being read is used: the place of reports. */
  readonly place: ts.Node;
  /** Whether a property is marked to be kept out of every text. */
  isSensitive(declaration: ts.Declaration): boolean;
  /** Reads another type, once. */
  read(type: ts.Type, written?: ts.TypeNode): TypeRef;
  /** Reads with another place for reports; a place outside the project's own sources changes nothing. */
  at<T>(place: ts.Node | undefined, run: () => T): T;
  /** Reports at the current place. */
  report(finding: Finding): UnsupportedNode;
  /** Warns of something in the project's own sources; what stands in other sources is not the project's affair. */
  warn(place: ts.Node, finding: Finding): void;
  /** Reports a type that has no JSON form. */
  unsupported(type: ts.Type, why: string, fix: string): UnsupportedNode;
  /** The type as TypeScript prints it, without paths. */
  print(type: ts.Type): string;
}
