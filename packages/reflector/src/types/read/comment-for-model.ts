import path from 'node:path';
import type { ts } from '../../program/typescript.js';
import { commentOf, ownComment, type Comment } from './comments.js';
import { inheritedMember } from './inherited-member.js';
import type { Reader } from './type-handler.js';

/** Tags of text. The others limit values. */
const TEXTS: ReadonlySet<string> = new Set(['example', 'examples']);

/**
 * Returns the comment of a symbol without texts for developers: packages explain their types to
 * readers of code, often at length. `{@inheritDoc}` asks for such a text.
 */
export function commentForModel(symbol: ts.Symbol, read: Reader): Comment {
  const comment = commentOf(symbol, read);
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  const written = declaration && writtenAt(declaration, read);
  if (written === undefined || !read.isForDevelopers(written)) return comment;
  return { text: undefined, tags: comment.tags.filter(({ name }) => !TEXTS.has(name)), unclear: [] };
}

/** Returns the declaration whose comment describes a member: itself, or one that it overrides. */
function writtenAt(declaration: ts.Declaration, { checker }: Reader): ts.Declaration {
  // An interface that extends itself is an error of the compiler, but reaches this code.
  const seen = new Set<ts.Declaration>();
  let one: ts.Declaration | undefined = declaration;
  for (; one !== undefined && !seen.has(one); one = inheritedMember(one, checker)?.declarations?.[0]) {
    if (ownComment(one).text !== undefined) return one;
    seen.add(one);
  }
  return declaration;
}

/** The project, and the packages whose comments are for models. */
export interface CommentSettings {
  /** Absolute path. */
  readonly tsconfig: string;
  /** Names of packages. */
  readonly comments?: readonly string[];
}

/** Returns whether a declaration is in a package that the project does not name. */
export function isForDevelopers(declaration: ts.Declaration, { tsconfig, comments = [] }: CommentSettings): boolean {
  const file = path.relative(path.dirname(tsconfig), declaration.getSourceFile().fileName);
  const name = PACKAGE.exec(file.split(path.sep).join('/'))?.[1];
  return name !== undefined && !comments.includes(name);
}

/** Matches the name of the package of a file. Packages of a workspace are not in `node_modules`. */
const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;
