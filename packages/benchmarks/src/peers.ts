import { existsSync } from 'node:fs';
import type { CallText, Participant } from './participant.js';
import { jsonSchemas } from './shapes/json-schemas.js';
import { DESCRIPTIONS, methods } from './shapes/methods.js';

const FOLDER = new URL('../peers/', import.meta.url);

/** A framework that Haft is measured against, as its file under `peers/` shows it. */
export interface Peer {
  readonly name: string;
  /** What an application imports of it. */
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

/** Makes schemas and no tools: only its definitions can be compared. */
const TYPEBOX: Peer = { name: 'TypeBox', packages: ['typebox'], file: 'typebox.mjs' };

/** What a peer's file gives; all of it in terms of the shared shapes. */
export interface PeerModule {
  readonly participants: (shared: Shared) => Promise<readonly Participant[]> | readonly Participant[];
  readonly define?: (count: number) => Promise<unknown>;
  readonly callAmong?: (count: number, shared: Shared) => Promise<CallAmong> | CallAmong;
}

/** One call of a tool among many; `i` selects the tool. */
export type CallAmong = (text: string, i: number) => ReturnType<CallText>;

export interface Shared {
  readonly methods: typeof methods;
  readonly descriptions: typeof DESCRIPTIONS;
  readonly jsonSchemas: typeof jsonSchemas;
}

export const shared: Shared = { methods, descriptions: DESCRIPTIONS, jsonSchemas };

/** The peers that are installed. The others are named on the console, once. */
export function installedPeers(): readonly Peer[] {
  const missing = PEERS.filter((peer) => !isInstalled(peer));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    console.error(`Left out, not installed: ${names}. \`npm run bench:peers -w @haft/benchmarks\` installs them.`);
  }
  return PEERS.filter(isInstalled);
}

/** The installed peers whose definitions can be compared. */
export function installedDefiners(): readonly Peer[] {
  return [...installedPeers(), ...[TYPEBOX].filter(isInstalled)];
}

/** Loads what a peer's file gives. */
export async function loadPeer({ file }: Peer): Promise<PeerModule> {
  return (await import(new URL(file, FOLDER).href)) as PeerModule;
}

/** The native TypeScript compiler; undefined when the peers are not installed. */
export async function nativeCompiler(): Promise<string | undefined> {
  const locator = new URL('node_modules/typescript-7/lib/getExePath.js', FOLDER);
  if (!existsSync(locator)) return undefined;
  const { default: executable } = (await import(locator.href)) as { default: () => string };
  return executable();
}

/** What compiles a project with typia; undefined when the peers are not installed. */
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
