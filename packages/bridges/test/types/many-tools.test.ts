import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../../../..');
const TOOLS = 300;

/** The types in the generated module of 300 tools. */
const TYPES = `
interface Node { readonly id: string; readonly children?: readonly Node[]; readonly tags?: Readonly<Record<string, number>> }
export interface Tools {
${Array.from({ length: TOOLS }, (_, n) => `  shop_tool_${n}: { readonly arguments: { name${n}: string; limit?: number; node?: Node; kind: 'a${n}' | 'b' }; readonly result: { n: ${n} } };`).join('\n')}
}
`;

const path = join(root, 'packages/bridges/test/types/many-tools.virtual.ts');
const configFile = ts.readConfigFile(join(root, 'tsconfig.test.json'), (name) => readFileSync(name, 'utf8'));
const { options } = ts.parseJsonConfigFileContent(configFile.config, ts.sys, root);
/** Declarations are read once for all compilations. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Compiles a file with those types. Returns its problems, and the work of the compiler. */
function compile(lines: string): { readonly problems: readonly string[]; readonly instantiations: number } {
  const text = `${TYPES}\nimport type { Run } from '@haft/runtime';\ndeclare const run: Run<Tools>;\n${lines}`;
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name === path) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    if (!parsed.has(name)) parsed.set(name, read(name, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([path], options, host);
  const problems = program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ messageText, start = 0 }) => {
    const line = text.slice(0, start).split('\n').length;
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  return { problems, instantiations: program.getInstantiationCount() };
}

const AI_SDK = `
import { generateText, streamText, ToolLoopAgent, type LanguageModel } from 'ai';
import { toAiSdk } from '../../src/ai-sdk.js';
declare const model: LanguageModel;
const bridge = await toAiSdk(run);
`;

test('300 tools through the bridge of the AI SDK compile without an excess of types, and their types are known', () => {
  const { problems, instantiations } = compile(`${AI_SDK}
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
  `);
  expect(problems).toEqual([]);
  // The SDK's own types are most of it. They grow linearly with the tools.
  expect(instantiations).toBeLessThan(TOOLS * 2000);
});

test('a name that no tool has is found where the SDK wants one', () => {
  const { problems } = compile(`${AI_SDK}
    export const missing = bridge.tools.shop_tool_300;
    await generateText({ model, prompt: 'Go.', tools: bridge.tools, toolChoice: { type: 'tool', toolName: 'shop_tool_300' } });
  `);
  expect(problems).toEqual([
    expect.stringContaining("Property 'shop_tool_300' does not exist"),
    expect.stringContaining('"shop_tool_300"'),
  ]);
});

test('300 tools through the bridge of Mastra compile, and their names are known', () => {
  const { problems } = compile(`
    import { toMastra } from '../../src/mastra.js';
    import { Agent } from '@mastra/core/agent';
    const tools = await toMastra(run);
    export const agent = new Agent({ id: 'a', name: 'A', instructions: 'Help.', model: 'openai/x', tools });
    export const known = tools.shop_tool_7;
  `);
  expect(problems).toEqual([]);
});
