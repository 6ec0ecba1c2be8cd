import { describe, expect, it } from '@jest/globals';
import type { DeferralRequest } from '@haft/core';
import { questionOf, type Question } from '../../src/elicitation/question.js';

function asked(request: Partial<DeferralRequest>): Question | undefined {
  return questionOf({
    ...({ kind: 'approval', id: 'r1', callId: 'c1', tool: 'pay', version: '1', arguments: { cents: 5 } } as const),
    ...{ metadata: {}, fingerprint: 'f', createdAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' },
    ...request,
  });
}

const TOOL = ["Allow the tool 'pay' to run?", 'Arguments: {"cents":5}'];
const INPUT = ["The tool 'pay' asks for your input.", 'Arguments: {"cents":5}'];

describe('a question to a person', () => {
  it.each<[string, Partial<DeferralRequest>, readonly string[]]>([
    ['the tool and its arguments', {}, TOOL],
    ['the facts for the decision', { metadata: { limit: 3 } }, [...TOOL, 'Details: {"limit":3}']],
    ['the preview', { preview: { text: 'Pays 5 cents.' } as never }, [...TOOL, 'Preview: Pays 5 cents.']],
    [
      'a resource',
      { tool: 'resource:bills://1', arguments: {} },
      ["Allow this client to read the resource 'bills://1'?", 'Arguments: {}'],
    ],
    ['the call that made it', { parent: { tool: 'plan' } as never }, [TOOL[0]!, "Called by: 'plan'", TOOL[1]!]],
    [
      'the call that made it, with the place',
      { parent: { tool: 'plan', place: { line: 2 } } as never },
      [TOOL[0]!, `Called by: 'plan' at {"line":2}`, TOOL[1]!],
    ],
    ['a form', { kind: 'input', fields: { type: 'object' } }, INPUT],
  ])('names %s', (_title, request, lines) => {
    expect(asked(request)?.message).toBe(lines.join('\n'));
  });

  it.each([
    ['pay', 'Whether the tool may run with these arguments.'],
    ['prompt:letter', 'Whether the client may read it with these arguments.'],
  ])('says what a yes to %s means', (tool, description) => {
    expect(asked({ tool })?.schema).toEqual({
      type: 'object',
      properties: { approve: { type: 'boolean', title: 'Approve', description } },
      required: ['approve'],
    });
  });

  it('has no form for a call that another system ends', () => {
    expect(asked({ kind: 'external' })).toBeUndefined();
  });

  it('requires the fields that the tool requires, and has the definitions of each field that refers to them', () => {
    const $defs = { Money: { type: 'object', properties: { cents: { type: 'integer' } } } } as const;
    const fields = {
      type: 'object',
      properties: { price: { $ref: '#/$defs/Money' }, tags: { type: 'array', items: { type: 'number' } } },
      required: ['price'],
      $defs,
    } as const;
    expect(asked({ kind: 'input', fields })?.schema).toEqual({
      type: 'object',
      properties: {
        price: {
          type: 'string',
          description: `As JSON that fits this schema: ${JSON.stringify({ $ref: '#/$defs/Money', $defs })}`,
        },
        tags: {
          type: 'string',
          description: 'As JSON that fits this schema: {"type":"array","items":{"type":"number"}}',
        },
      },
      required: ['price'],
    });
    const free = { ...fields, required: [] };
    expect(asked({ kind: 'input', fields: free })?.schema).not.toHaveProperty('required');
  });
});
