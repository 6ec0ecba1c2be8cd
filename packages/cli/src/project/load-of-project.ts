import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HaftError } from '@haft/core/errors';

/**
 * Loads a module that the project installs, and not this command.
 *
 * @param module - the module, such as `@haft/durable/postgres`
 * @param command - the command that needs it, for the error
 * @throws {HaftError} `HAFT_MISSING_PEER` if the project has no such package
 */
export async function loadOfProject<Module>(module: string, command: string): Promise<Module> {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module;
  let file: string;
  try {
    file = resolve(module);
  } catch (cause) {
    throw new HaftError('HAFT_MISSING_PEER', `${command} needs the package ${name}, and this project has none.`, {
      hint: `Install it in the project: npm install ${name}`,
      cause,
    });
  }
  return (await import(pathToFileURL(file).href)) as Module;
}
