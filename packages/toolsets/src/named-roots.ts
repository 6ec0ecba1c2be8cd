import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { requireKind, type Kind } from '@haft/core';
import { invalidOption } from './invalid-option.js';

/** A folder that a toolset may use, and its name in paths of the model. */
export interface NamedRoot {
  /** The first name of its paths. Empty if there is only one root. */
  readonly name: string;
  /** Without links. */
  readonly path: string;
  /** Whether no tool may change anything in it. */
  readonly readOnly: boolean;
}

/** One folder, or several by name. */
export interface RootSettings {
  readonly root?: string | GivenRoot | undefined;
  readonly roots?: Readonly<Record<string, string | GivenRoot>> | undefined;
  readonly readOnly?: boolean | undefined;
}

interface GivenRoot {
  readonly path: string;
  readonly readOnly?: boolean;
}

/** @throws {HaftError} HAFT_INVALID_OPTION unless there is either a root or roots */
export function requireRoots(kind: string, { root, roots }: Pick<RootSettings, 'root' | 'roots'>): void {
  if ((root === undefined) !== (roots === undefined)) return;
  throw invalidOption(`A ${kind} toolset needs either root or roots.`, "Give one of the two: { root: '/srv/work' }.");
}

/**
 * Returns the folders of a toolset.
 *
 * @param kind - the toolset in error messages, such as `file`
 * @throws {HaftError} HAFT_INVALID_OPTION if a setting is invalid or a root is not a folder
 */
export function namedRoots(kind: string, { root, roots, readOnly = false }: RootSettings): NamedRoot[] {
  requireRoots(kind, { root, roots });
  if (roots !== undefined) requireKind(`The option roots of the ${kind} toolset`, roots, BY_NAME);
  const given = root === undefined ? Object.entries(roots ?? {}) : [['', root] as const];
  if (given.length === 0) throw invalidOption('roots is empty.', 'Name at least one folder.');
  return given.map(([name, one]) => {
    if (root === undefined && !ROOT_NAME.test(name)) {
      throw invalidOption(`'${name}' is not a name of a root.`, 'Use letters, digits, dots, dashes and underscores.');
    }
    const { path, readOnly: own = false } = readOneRoot(one);
    requireKind(`A root of the ${kind} toolset`, path, 'a string');
    return { name, path: realFolder(path as string), readOnly: readOnly || own };
  });
}

const BY_NAME: Kind = { methods: [], name: "the folders by name: { docs: '/srv/docs' }" };

/** A user of JavaScript may give any value. */
function readOneRoot(given: unknown): { readonly path?: unknown; readonly readOnly?: boolean } {
  return typeof given === 'object' && given !== null ? given : { path: given };
}

const ROOT_NAME = /^(?!\.{1,2}$)[\w.-]{1,64}$/;

function realFolder(path: string): string {
  if (!isAbsolute(path)) throw invalidOption(`The root '${path}' is not an absolute path.`, 'Resolve it first.');
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw invalidOption(`The root '${path}' cannot be opened.`, 'Create the folder first.', cause);
  }
  throw invalidOption(`The root '${path}' is not a folder.`, 'Name a folder.');
}
