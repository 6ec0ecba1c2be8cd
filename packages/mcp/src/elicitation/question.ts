import type { DeferralRequest } from '@haft/core';
import { decision, type Decision } from '@haft/runtime';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { formField, type FormField } from './form-field.js';
import { isSchemaObject } from './schema-parts.js';
import { visibleText } from './visible-text.js';

/** What a person is asked about a deferred call, and how what they enter is read. */
export interface Question {
  readonly message: string;
  readonly schema: ElicitRequestFormParams['requestedSchema'];
  /** @throws SyntaxError when a text should have been JSON */
  readonly read: (content: Readonly<Record<string, JsonValue>>) => Decision;
}

/** The question that decides a request; undefined for what no person can decide. */
export function questionOf(request: DeferralRequest): Question | undefined {
  switch (request.kind) {
    case 'approval':
      return approvalQuestion(request);
    case 'input':
      return inputQuestion(request);
    case 'external':
      return undefined;
  }
}

/** Nothing is approved but by a `true` that somebody entered: there is no default, and every other answer denies. */
function approvalQuestion(request: DeferralRequest): Question {
  const { tool, metadata } = request;
  const lines = [`Allow the tool '${tool}' to run?`, `Arguments: ${JSON.stringify(request.arguments)}`];
  if (Object.keys(metadata).length > 0) lines.push(`Details: ${JSON.stringify(metadata)}`);
  return {
    message: visibleText(lines.join('\n')),
    schema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve', description: 'Whether the tool may run with these arguments.' },
      },
      required: ['approve'],
    },
    read: ({ approve }) => (approve === true ? decision.approve() : decision.deny()),
  };
}

function inputQuestion({ tool, fields }: DeferralRequest): Question {
  const form = formOf(fields);
  return {
    message: `The tool '${tool}' asks for your input.`,
    schema: {
      type: 'object',
      properties: Object.fromEntries([...form].map(([name, { field }]) => [name, field])),
    },
    read: (content) => {
      const values = [...form].flatMap(([name, { read }]) => {
        const entered = Object.hasOwn(content, name) ? content[name] : undefined;
        return entered === undefined ? [] : [[name, read(entered)] as const];
      });
      return decision.supply(Object.fromEntries(values));
    },
  };
}

function formOf(fields: JsonSchemaObject = {}): ReadonlyMap<string, FormField> {
  const entries = Object.entries(fields.properties ?? {});
  return new Map(entries.map(([name, schema]) => [name, formField(isSchemaObject(schema) ? schema : {})]));
}
