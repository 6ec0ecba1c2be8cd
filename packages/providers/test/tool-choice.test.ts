import { describe, expect, it } from '@jest/globals';
import { anthropicMessages, type ToolChoice } from '../src/anthropic.js';
import { bedrockConverse } from '../src/bedrock.js';
import { gemini } from '../src/gemini.js';
import { openAiChat, openAiResponses } from '../src/openai.js';

const CHOICES: readonly ToolChoice[] = ['auto', 'none', 'required', { tool: 'note_add' }];
const calling = (mode: string, more: object = {}): object => ({ functionCallingConfig: { mode, ...more } });

describe('which tool a model calls [INS-3]', () => {
  it.each<[string, { toolChoice(choice: ToolChoice): unknown }, readonly unknown[]]>([
    [
      'OpenAI Chat Completions',
      openAiChat(),
      ['auto', 'none', 'required', { type: 'function', function: { name: 'note_add' } }],
    ],
    ['OpenAI Responses', openAiResponses(), ['auto', 'none', 'required', { type: 'function', name: 'note_add' }]],
    [
      'Anthropic Messages',
      anthropicMessages(),
      [{ type: 'auto' }, { type: 'none' }, { type: 'any' }, { type: 'tool', name: 'note_add' }],
    ],
    [
      'Gemini',
      gemini(),
      [calling('AUTO'), calling('NONE'), calling('ANY'), calling('ANY', { allowedFunctionNames: ['note_add'] })],
    ],
  ])('is written in the form of %s', (_name, provider, expected) => {
    expect(CHOICES.map((choice) => provider.toolChoice(choice))).toEqual(expected);
  });

  it('is written in the form of Bedrock Converse, which does not support no tool', () => {
    const bedrock = bedrockConverse();
    expect((['auto', 'required', { tool: 'note_add' }] as const).map(bedrock.toolChoice)).toEqual([
      { auto: {} },
      { any: {} },
      { tool: { name: 'note_add' } },
    ]);
    expect(() => bedrock.toolChoice('none')).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }));
  });
});
