import { describe, expect, it } from '@jest/globals';
import { decision } from '@haft/runtime';
import { override, scriptedModel, testToolset, TestFailure, transcriptText, type ModelTurn } from '../../src/index.js';
import { Clock, fakeStore, notes, NoteStore } from '../support/notes-toolset.js';

const harness = () =>
  testToolset(notes, { overrides: [override(Clock, { now: () => 'noon' }), override(NoteStore, fakeStore())] });

describe('scriptedModel', () => {
  it('makes the calls of its script, reads the outcomes, and ends with its final text [TEST-2]', async () => {
    await using tools = harness();
    const model = scriptedModel([
      [
        { name: 'note_add', arguments: { text: 'buy milk' } },
        { id: 'mine', name: 'note_add', arguments: '{"text": ""}' },
      ],
      ({ outcomes, definitions }) => {
        expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry']);
        expect(definitions).toHaveLength(4);
        return { name: 'note_find', arguments: { query: 'milk' } };
      },
      async ({ outcomes, turn }) => `${turn}: ${outcomes[0]?.text}`,
    ]);
    const seen: number[] = [];
    const result = await model.run(tools.run, { onTurn: ({ shown }) => void seen.push(shown.turn) });
    expect(result).toMatchObject({ end: 'text', text: '2: ["buy milk"]' });
    expect(seen).toEqual([0, 1, 2]);
    expect(result.transcript[0]?.calls.map(({ id }) => id)).toEqual(['call_1_1', 'mine']);
    expect(model.unused).toBe(0);
    expect(transcriptText(result.transcript)).toBe(
      [
        'turn 1',
        '  calls note_add {"text":"buy milk"}',
        '  success: {"id":1,"at":"noon"}',
        '  calls note_add {"text": ""}',
        "  retry: Tool call validation failed for tool 'note_add':",
        '    - text: expected a string of at least 1 character, received ""',
        '    ',
        '    Fix the errors and try again.',
        'turn 2',
        '  calls note_find {"query":"milk"}',
        '  success: ["buy milk"]',
        'turn 3',
        '  says: 2: ["buy milk"]',
      ].join('\n'),
    );
  });

  it('ends with a final tool', async () => {
    await using tools = harness();
    expect(await scriptedModel([{ name: 'note_close' }]).run(tools.run)).toMatchObject({
      end: 'final',
      text: 'closed',
    });
  });

  it('pauses where a call waits, and continues after the decision', async () => {
    await using tools = harness();
    const model = scriptedModel([
      { name: 'note_publish', arguments: { id: 1 } },
      ({ outcomes }) => `${outcomes[0]?.text}!`,
    ]);
    expect(await model.run(tools.run)).toMatchObject({ end: 'paused', text: '' });
    expect(() => {
      model.assertUsed();
    }).toThrow(TestFailure);
    const [request] = tools.run.pending().requests;
    const outcomes = await tools.run.resume({ [request?.id ?? '']: decision.approve() });
    expect(await model.run(tools.run, { outcomes })).toMatchObject({ end: 'text', text: 'published 1!' });
    model.assertUsed();
  });

  it.each<[why: string, script: ModelTurn[], message: string]>([
    [
      'a turn too few',
      [{ name: 'note_find', arguments: { query: 'x' } }],
      'The conversation needs turn 2, and the script has 1. End it with a text. So far:\nturn 1\n  calls note_find {"query":"x"}\n  retry: Nothing is called x.',
    ],
    [
      'a turn too many',
      ['done', { name: 'note_close' }],
      'The conversation is over, and the last step was not asked for.',
    ],
    ['turns after a final tool', [{ name: 'note_close' }, 'a', 'b'], 'the last 2 steps were not asked for'],
    ['nothing at all', [[], 'done'], 'Turn 1 of the script is an empty list of calls. Give a call or a text.'],
    ['no script', [], 'The conversation needs turn 1, and the script has 0. End it with a text.'],
  ])('fails when there is %s [TEST-2]', async (_why, script, message) => {
    await using tools = harness();
    await expect(scriptedModel(script).run(tools.run)).rejects.toThrow(
      expect.objectContaining({ name: 'TestFailure', message: expect.stringContaining(message) }),
    );
  });

  it('rethrows the error of a turn', async () => {
    await using tools = harness();
    const error = new Error('assertion');
    await expect(
      scriptedModel([
        () => {
          throw error;
        },
      ]).run(tools.run),
    ).rejects.toBe(error);
  });
});
