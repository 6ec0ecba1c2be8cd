import { HaftError } from '../errors/haft-error.js';

/**
 * Imports a part of a package that most processes never need.
 *
 * @throws {HaftError} HAFT_PART_MISSING if its file cannot be loaded
 */
export function loadPart<Part>(importPart: () => Promise<Part>): Promise<Part> {
  return importPart().catch((cause: unknown) => {
    throw new HaftError('HAFT_PART_MISSING', `A part of Haft cannot be loaded: ${String(cause)}`, {
      hint: 'If you bundle the application, deploy all files that the bundler wrote, or let it write one file.',
      cause,
    });
  });
}
