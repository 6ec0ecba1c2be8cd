import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');
const CACHE = join(ROOT, 'packages/bridges/node_modules/.cache');
const TOOLS = 300;

/** The types in the generated module of 300 tools. */
const TYPES = `
import type { Run } from '@haft/runtime';
interface Node { readonly id: string; readonly children?: readonly Node[]; readonly tags?: Readonly<Record<string, number>> }
export interface Tools {
${Array.from({ length: TOOLS }, (_, n) => `  shop_tool_${n}: { readonly arguments: { name${n}: string; limit?: number; node?: Node; kind: 'a${n}' | 'b' }; readonly result: { n: ${n} } };`).join('\n')}
}
export declare const run: Run<Tools>;
`;

const AI_SDK = `
import { generateText, streamText, ToolLoopAgent, type LanguageModel } from 'ai';
import { toAiSdk } from '../../../src/ai-sdk.js';
import { run } from './tools.js';
declare const model: LanguageModel;
const bridge = await toAiSdk(run);
`;

const FILES = {
  'tools.ts': TYPES,
  'ai-sdk.ts': `${AI_SDK}
    const { toolCalls } = await generateText({
      model, prompt: 'Go.', ...bridge, toolChoice: { type: 'tool', toolName: 'shop_tool_299' },
    });
    for (const call of toolCalls) {
      if (call.dynamic !== true && call.toolName === 'shop_tool_7') { const name: string = call.input.name7; void name; }
    }
    const { fullStream } = streamText({ model, prompt: 'Go.', tools: bridge.tools, toolApproval: bridge.toolApproval });
    const agent = new ToolLoopAgent({ model, tools: bridge.tools });
    const known = bridge.tools.shop_tool_7;
    export { fullStream, agent, known };
  `,
  'no-such-tool.ts': `${AI_SDK}
    export const missing = bridge.tools.shop_tool_300;
    await generateText({ model, prompt: 'Go.', tools: bridge.tools, toolChoice: { type: 'tool', toolName: 'shop_tool_300' } });
  `,
  'mastra.ts': `
    import { toMastra } from '../../../src/mastra.js';
    import { Agent } from '@mastra/core/agent';
    import { run } from './tools.js';
    const tools = await toMastra(run);
    export const agent = new Agent({ id: 'a', name: 'A', instructions: 'Help.', model: 'openai/x', tools });
    export const known = tools.shop_tool_7;
  `,
};

let output: string;

/** Compiles all files at once: the compiler reads the declarations of the SDKs once. */
beforeAll(() => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'many-tools-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.test.json'),
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    files: Object.keys(FILES),
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const options = ['--extendedDiagnostics', '--pretty', 'false'];
  ({ stdout: output } = spawnSync(process.execPath, [tsc, '-p', folder, ...options], { encoding: 'utf8' }));
  rmSync(folder, { recursive: true });
});

/** Returns the problems of the compiler: those in the file of this name, or all others. */
const problems = (name: string, isIn = true): readonly string[] =>
  output.split('\n').filter((line) => line.includes(': error TS') && line.includes(name) === isIn);

test('300 tools through the bridges of the AI SDK and Mastra compile without an excess of types, and their types are known', () => {
  expect(problems('/no-such-tool.ts(', false)).toEqual([]);
  // The SDKs' own types are most of it. They grow linearly with the tools.
  const [, instantiations] = /^Instantiations: +(\d+)$/m.exec(output) ?? [];
  expect(Number(instantiations)).toBeLessThan(TOOLS * 2000);
});

test('a name that no tool has is found where the SDK wants one', () => {
  expect(problems('/no-such-tool.ts(')).toEqual([
    expect.stringContaining("Property 'shop_tool_300' does not exist"),
    expect.stringContaining('"shop_tool_300"'),
  ]);
});
