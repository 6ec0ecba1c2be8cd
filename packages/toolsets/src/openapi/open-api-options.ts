import {
  refuseUnknownOptions,
  requireCount,
  requireKind,
  requireOneOf,
  type OptionNames,
  type RunContext,
} from '@haft/core';
import type { ResolveHost } from '../http/guard/guarded-connector.js';
import { parseUrl } from '../http/parse-url.js';
import { invalidOption } from '../invalid-option.js';
import { requireList } from '../require-list.js';

/** Headers of a request, such as `{ authorization: 'Bearer ...' }`. */
export type ServiceHeaders = Readonly<Record<string, string>>;

/** The facts of an operation that decide whether it becomes a tool. */
export interface OperationFacts {
  /** The `operationId`. Undefined if the document has none. */
  readonly id: string | undefined;
  /** Upper case, such as `GET`. */
  readonly method: string;
  /** The template, such as `/pets/{petId}`. */
  readonly path: string;
  /** The tags. Empty if the document has none. */
  readonly tags: readonly string[];
  /** Whether the document marks it as deprecated. */
  readonly deprecated: boolean;
}

/** Options of {@link openApiToolset}. */
export interface OpenApiOptions<Deps = unknown> {
  /** Name of the toolset. */
  readonly name: string;
  /**
   * Address of the service: an origin, or an origin with a path such as `https://api.test/v3`. The
   * `servers` of the document are not used.
   */
  readonly baseUrl: string;
  /** Chooses the operations. Default: all. */
  readonly operations?: (operation: OperationFacts) => boolean;
  /**
   * Returns headers with the credentials of a run. They go only to the service, and they replace
   * headers of the model. You may type `run` as `RunContext<YourDeps>`. Default: none.
   */
  readonly auth?: (run: RunContext<Deps>) => ServiceHeaders | Promise<ServiceHeaders>;
  /**
   * Which calls need the approval of a person: `writes` are all methods except for GET and HEAD,
   * `destructive` is DELETE. Default: `writes`.
   */
  readonly approve?: 'writes' | 'destructive' | 'none';
  /**
   * `scopes`: a tool requires the OAuth scopes of its operation as permissions, see `@Requires`.
   * Default: none.
   */
  readonly requires?: 'scopes';
  /**
   * Whether the schema of a response only describes the result or also checks it. Default:
   * `describe`.
   */
  readonly results?: 'describe' | 'check';
  /**
   * Whether objects in requests may have properties that the document does not describe. Default:
   * false.
   */
  readonly open?: boolean;
  /** Time for a request with its response, in milliseconds. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Longest body of a response after decompression, in bytes. Default: 5,000,000. */
  readonly maxBytes?: number;
  /** Private addresses or ranges of the service, such as `10.1.0.0/16`. Default: none. */
  readonly allowAddresses?: readonly string[];
  /** Resolves the host name of the service. Default: the system's resolver. */
  readonly resolve?: ResolveHost;
  /**
   * Sends the requests, without a check of addresses. Default: a function that connects to public
   * addresses and to `allowAddresses`.
   */
  readonly fetch?: typeof globalThis.fetch;
}

/** The options, checked and complete. */
export interface OpenApiSettings {
  readonly name: string;
  /** Without `/` at its end. */
  readonly baseUrl: string;
  readonly operations: (operation: OperationFacts) => boolean;
  readonly auth: ((run: RunContext) => ServiceHeaders | Promise<ServiceHeaders>) | undefined;
  readonly approve: 'writes' | 'destructive' | 'none';
  readonly requiresScopes: boolean;
  readonly checksResults: boolean;
  readonly open: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly allowAddresses: readonly string[];
  readonly resolve: ResolveHost | undefined;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/**
 * Checks the options.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if one is invalid
 */
export function openApiSettings(options: OpenApiOptions<never>): OpenApiSettings {
  refuseUnknownOptions('openApiToolset', options, OPTIONS);
  const { name, auth, fetch, operations = () => true } = options;
  requireKind('openApiToolset name', name, 'a string');
  const owner = `openApiToolset '${name}'`;
  requireKind(`${owner} operations`, operations, 'a function');
  for (const [option, given] of Object.entries({ auth, fetch, resolve: options.resolve }))
    if (given !== undefined) requireKind(`${owner} ${option}`, given, 'a function');
  requireList('allowAddresses', options.allowAddresses);
  if (fetch !== undefined && (options.allowAddresses ?? options.resolve) !== undefined)
    throw invalidOption(
      `${owner} has \`fetch\`, which does not use allowAddresses and resolve.`,
      'Remove them, or remove `fetch`.',
    );
  return {
    name,
    baseUrl: baseUrlOf(owner, options.baseUrl),
    operations,
    auth: auth as OpenApiSettings['auth'],
    approve: requireOneOf(`${owner} approve`, options.approve ?? 'writes', ['writes', 'destructive', 'none']),
    requiresScopes: requireOneOf(`${owner} requires`, options.requires ?? 'none', ['scopes', 'none']) === 'scopes',
    checksResults: requireOneOf(`${owner} results`, options.results ?? 'describe', ['describe', 'check']) === 'check',
    open: options.open ?? false,
    timeoutMs: requireCount(`${owner} timeoutMs`, options.timeoutMs ?? 15_000, 1),
    maxBytes: requireCount(`${owner} maxBytes`, options.maxBytes ?? 5_000_000, 1),
    allowAddresses: options.allowAddresses ?? [],
    resolve: options.resolve,
    fetch,
  };
}

function baseUrlOf(owner: string, given: unknown): string {
  const url = typeof given === 'string' ? parseUrl(given) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== undefined && isHttp && url.href === `${url.origin}${url.pathname}`) return url.href.replace(/\/+$/, '');
  throw invalidOption(
    `${owner} needs a baseUrl of http or https, without user, query and fragment.`,
    "Write the address of the service: 'https://api.example.com/v3'. Credentials belong to `auth`.",
  );
}

const OPTIONS: OptionNames<OpenApiOptions> = {
  name: true,
  baseUrl: true,
  operations: true,
  auth: true,
  approve: true,
  requires: true,
  results: true,
  open: true,
  timeoutMs: true,
  maxBytes: true,
  allowAddresses: true,
  resolve: true,
  fetch: true,
};
