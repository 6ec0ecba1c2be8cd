import { toolset, type ComposedToolset } from '@haft/runtime';
import { readDocument } from './document/read-document.js';
import { openApiSettings, type OpenApiOptions } from './open-api-options.js';
import { securityParameters } from './request/parameter.js';
import { ServiceClient } from './response/send.js';
import { toolsOfDocument, type SkippedOperation } from './tool/tools-of-document.js';

/**
 * Creates tools from the operations of an OpenAPI document. The calls have all steps of others:
 * validation, limits, approval and retry prompts. A model cannot name a host, and never sees the
 * credentials.
 *
 * @param document - OpenAPI 3.0 or 3.1, as parsed JSON. References to other documents must be
 *   bundled first.
 * @typeParam Deps - the dependencies of the run, default: unknown
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an option or the version is invalid
 * @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two operations get the same name
 * @example
 * const github = openApiToolset(document, {
 *   name: 'github',
 *   baseUrl: 'https://api.github.com',
 *   operations: ({ tags, deprecated }) => tags.includes('issues') && !deprecated,
 *   auth: (run: RunContext<Deps>) => ({ authorization: `Bearer ${run.deps.token}` }),
 * });
 * createRuntime({ toolsets: compose(github.toolset).deferLoading() });
 */
export function openApiToolset<Deps = unknown>(document: object, options: OpenApiOptions<Deps>): OpenApiTools {
  const settings = openApiSettings(options);
  const read = readDocument(`openApiToolset '${settings.name}'`, document);
  const client = new ServiceClient(settings);
  const { tools, skipped } = toolsOfDocument({ document: read, settings, client, ofHost: securityParameters(read) });
  const close = (): Promise<void> => client.close();
  return { toolset: toolset(settings.name, tools), skipped, close, [Symbol.asyncDispose]: close };
}

/** The tools of {@link openApiToolset}. */
export interface OpenApiTools extends AsyncDisposable {
  /** The toolset, for `createRuntime` and the wrappers of `compose`. */
  readonly toolset: ComposedToolset;
  /** The operations that are not tools, with the reasons. */
  readonly skipped: readonly SkippedOperation[];
  /** Closes the connections to the service. `await using` does the same. */
  readonly close: () => Promise<void>;
}
