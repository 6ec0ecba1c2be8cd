import { existsSync } from 'node:fs';
import type { CallText, Participant } from './participant.js';
import { jsonSchemas } from './shapes/json-schemas.js';
import { DESCRIPTIONS, methods } from './shapes/methods.js';

const FOLDER = new URL('../peers/', import.meta.url);

/** A framework that Haft is compared with. Its code is in a file under `peers/`. */
export interface Peer {
  readonly name: string;
  /** The packages of it that an application imports. */
  readonly packages: readonly string[];
  readonly file: string;
}

const PEERS: readonly Peer[] = [
  { name: 'AI SDK', packages: ['ai'], file: 'ai-sdk.mjs' },
  { name: 'LangChain', packages: ['@langchain/core/tools'], file: 'langchain.mjs' },
  { name: 'Mastra', packages: ['@mastra/core/tools'], file: 'mastra.mjs' },
  { name: 'OpenAI Agents', packages: ['@openai/agents'], file: 'openai-agents.mjs' },
  { name: 'MCP SDK 2', packages: ['@modelcontextprotocol/server'], file: 'mcp-sdk.mjs' },
];

/** Creates schemas but no tools: only its definitions can be compared. */
const TYPEBOX: Peer = { name: 'TypeBox', packages: ['typebox'], file: 'typebox.mjs' };

/** The exports of a peer's file. All use the shared shapes. */
export interface PeerModule {
  readonly participants: (shared: Shared) => Promise<readonly Participant[]> | readonly Participant[];
  readonly define?: (count: number) => Promise<unknown>;
  readonly callAmong?: (count: number, shared: Shared) => Promise<CallAmong> | CallAmong;
}

/** One call of a tool among many. `i` selects the tool. */
export type CallAmong = (text: string, i: number) => ReturnType<CallText>;

export interface Shared {
  readonly methods: typeof methods;
  readonly descriptions: typeof DESCRIPTIONS;
  readonly jsonSchemas: typeof jsonSchemas;
}

export const shared: Shared = { methods, descriptions: DESCRIPTIONS, jsonSchemas };

/** Returns the installed peers. Names the others on the console, once. */
export function installedPeers(): readonly Peer[] {
  const missing = PEERS.filter((peer) => !isInstalled(peer));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    console.error(`Left out, not installed: ${names}. \`npm run bench:peers -w @haft/benchmarks\` installs them.`);
  }
  return PEERS.filter(isInstalled);
}

/** Returns the installed peers whose definitions can be compared. */
export function installedDefiners(): readonly Peer[] {
  return [...installedPeers(), ...[TYPEBOX].filter(isInstalled)];
}

/** Loads a peer's file. */
export async function loadPeer({ file }: Peer): Promise<PeerModule> {
  return (await import(new URL(file, FOLDER).href)) as PeerModule;
}

/** Returns the native TypeScript compiler, or undefined if the peers are not installed. */
export async function nativeCompiler(): Promise<string | undefined> {
  const locator = new URL('node_modules/typescript-7/lib/getExePath.js', FOLDER);
  if (!existsSync(locator)) return undefined;
  const { default: executable } = (await import(locator.href)) as { default: () => string };
  return executable();
}

/** Returns the compiler of a project with typia, or undefined if the peers are not installed. */
export function typiaCompiler(): { readonly tspc: string; readonly typia: string } | undefined {
  const [tspc, typia] = ['ts-patch/bin/tspc.js', 'typia'].map(
    (path) => new URL(`node_modules/${path}`, FOLDER).pathname,
  );
  return tspc !== undefined && typia !== undefined && [tspc, typia].every((path) => existsSync(path))
    ? { tspc, typia }
    : undefined;
}

function isInstalled({ packages }: Peer): boolean {
  return packages.every((specifier) => existsSync(new URL(`node_modules/${packageOf(specifier)}`, FOLDER)));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
