import { HaftError, kindOf } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/** An object of the document. Its values may have any form. */
export type Part = Readonly<Record<string, unknown>>;

/** A document with a version that Haft reads. */
export interface OpenApiDocument {
  readonly root: Part;
  readonly paths: Part;
  /** Whether its schemas are those of OpenAPI 3.0, with `nullable` and boolean bounds. */
  readonly isVersion30: boolean;
}

/**
 * Reads the version and the paths of a document.
 *
 * @param owner - the toolset, for messages
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not OpenAPI 3.0 or 3.1
 */
export function readDocument(owner: string, document: unknown): OpenApiDocument {
  if (!isObject(document))
    throw invalid(`${owner} needs a document, and got ${kindOf(document)}.`, 'Give the parsed JSON: JSON.parse(text).');
  const { openapi, swagger, paths = {} } = document;
  if (typeof openapi !== 'string' || !/^3\.[01](\.|$)/.test(openapi)) {
    const version = typeof openapi === 'string' ? `OpenAPI ${openapi}` : `Swagger ${String(swagger)}`;
    const given = openapi === undefined && swagger === undefined ? 'a document without `openapi`' : version;
    throw invalid(
      `${owner} got ${given.slice(0, 60)}.`,
      'Give OpenAPI 3.0 or 3.1. Converters exist for other versions.',
    );
  }
  if (!isObject(paths)) throw invalid(`${owner} got a document whose \`paths\` is not an object.`, 'Fix the document.');
  return { root: document, paths, isVersion30: openapi.startsWith('3.0') };
}

function invalid(message: string, hint: string): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', message, { hint });
}
