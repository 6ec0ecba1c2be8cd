import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HaftError } from '@haft/core/errors';

/** The part of `@haft/inspector` that `haft inspect` uses. The project installs it. */
export interface InspectorPackage {
  readonly inspect: (runtime: object, options: object) => PageOfRuntime;
}

/** The page of a runtime. */
export interface PageOfRuntime {
  node(request: unknown, response: unknown): Promise<void>;
  setBuild(facts: object): void;
  exportCalls(): string;
  importCalls(json: string): void;
  close(): Promise<void>;
}

/**
 * Loads the package that the project has installed.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if it is not installed
 */
export async function loadInspector(folder: string): Promise<InspectorPackage> {
  return (await import(pathToFileURL(inspectorFile(folder)).href)) as InspectorPackage;
}

/** Returns the file of the package. Throws as {@link loadInspector}. */
export function inspectorFile(folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve('@haft/inspector');
  } catch (error) {
    throw new HaftError(
      'HAFT_MISSING_PEER',
      'haft inspect needs the package @haft/inspector, and this project has none.',
      {
        hint: 'Install it in the project: npm install --save-dev @haft/inspector',
        cause: error,
      },
    );
  }
}
