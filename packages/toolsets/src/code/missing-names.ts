import type { ToolDefinition } from '@haft/core';
import type { CodeLanguage } from './code-backend.js';

/** Adds the right way to a message about a name or a module that programs do not have. */
export function withHint(message: string, tools: readonly ToolDefinition[], language: CodeLanguage): string {
  const name = MISSING.exec(message)?.slice(1).join('') ?? '';
  const call = language === 'python' ? 'call_tool' : 'tools';
  const tool = tools.find((one) => one.name === name);
  const hint = tool === undefined ? hintFor(name, tools, call) : `Write ${callOf(tool.name, call)}.`;
  return hint === undefined ? message : `${message.replace(/\.$|\. Did you mean .*$/s, '')}. ${hint}`;
}

/** Messages of the compiler, of QuickJS and of Python. */
const MISSING =
  /(?:Cannot find name '([\w$]+)'|(?<![\w$.'])([\w$]+) is not defined|name '(\w+)' is not defined|load module '(?:node:)?([\w@/.-]+)'|No module named '(\w+))/;

function hintFor(name: string, tools: readonly ToolDefinition[], call: string): string | undefined {
  const lack = LACKS.find(({ names }) => names.has(name) || names.has(name.replace(/\/.*/, '')));
  if (lack === undefined) return undefined;
  const { text, right = [] } = lack;
  if (right.length === 0) return text;
  const found = right.flatMap((one) => tools.find((tool) => tool.name === one || tool.name.endsWith(`_${one}`)) ?? []);
  const calls = found.map((tool) => callOf(tool.name, call));
  return `${text} ${calls.length === 0 ? 'Only tools can do this.' : `Call ${calls.join(' or ')}.`}`;
}

function callOf(name: string, call: string): string {
  return call === 'tools' ? `tools.${name}({ ... })` : `call_tool('${name}', { ... })`;
}

/** Names that exist in other places and not in programs. */
interface Lack {
  readonly names: ReadonlySet<string>;
  readonly text: string;
  /** The built-in tools that do it. */
  readonly right?: readonly string[];
}

const LACKS: readonly Lack[] = [
  {
    names: namesOf('fetch axios XMLHttpRequest WebSocket http https got request requests undici urllib3 httpx aiohttp'),
    text: 'Programs have no network.',
    right: ['http_fetch'],
  },
  {
    names: namesOf('fs readFile readFileSync writeFile writeFileSync path os glob Bun Deno'),
    text: 'Programs have no files.',
    right: ['file_read', 'file_write', 'file_list'],
  },
  {
    names: namesOf('child_process exec execSync spawn spawnSync'),
    text: 'Programs start no processes.',
    right: ['shell_run'],
  },
  {
    names: namesOf('prompt confirm alert input readline'),
    text: 'Programs do not talk to the user.',
    right: ['ask_user'],
  },
  {
    names: namesOf('setTimeout setInterval setImmediate clearTimeout clearInterval sleep delay timers'),
    text: 'Programs have no timers. Leave the wait out: a call ends with its result.',
  },
  { names: namesOf('process env'), text: 'Programs have no process and no environment.' },
  { names: namesOf('require module exports __dirname __filename'), text: 'Programs cannot load modules.' },
  { names: namesOf('window document navigator localStorage'), text: 'Programs do not run in a browser.' },
  { names: namesOf('functions default_api multi_tool_use'), text: 'Write tools.name({ ... }).' },
  { names: namesOf('print'), text: 'Write console.log(...).' },
  {
    names: namesOf(
      'Buffer URL URLSearchParams btoa atob TextEncoder TextDecoder crypto performance structuredClone queueMicrotask AbortController',
    ),
    text: 'Programs have the language alone, without objects of Node or browsers.',
  },
];

function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
