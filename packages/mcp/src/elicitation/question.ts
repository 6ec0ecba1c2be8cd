import type { DeferralKind, DeferralRequest } from '@haft/core';
import { decision, type Decision } from '@haft/runtime';
import { kindAndName } from '@haft/core/internal';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server';
import { formField, type FormField } from './form-field.js';
import { isSchemaObject } from './schema-parts.js';
import { visibleText } from './visible-text.js';

/** A question to a person about a deferred call, with the conversion of the answer. */
export interface Question {
  readonly message: string;
  readonly schema: ElicitRequestFormParams['requestedSchema'];
  /** @throws SyntaxError if a text is not the expected JSON */
  readonly read: (content: Readonly<Record<string, JsonValue>>) => Decision;
}

/** Returns the question that decides a request, or undefined if no person can decide it. */
export function questionOf(request: DeferralRequest): Question | undefined {
  return QUESTIONS[request.kind](request);
}

const QUESTIONS: Readonly<Record<DeferralKind, (request: DeferralRequest) => Question | undefined>> = {
  approval: approvalQuestion,
  input: inputQuestion,
  external: () => undefined,
};

/**
 * Returns the question for an approval. Only an entered `true` approves: there is no default, and
 * every other answer denies. The text of the outcome names a missing answer.
 */
function approvalQuestion(request: DeferralRequest): Question {
  const { metadata } = request;
  const { kind, name } = kindAndName(request.tool);
  const lines = [
    kind === 'tool' ? `Allow the tool '${name}' to run?` : `Allow this client to read the ${kind} '${name}'?`,
    ...parentLine(request),
    `Arguments: ${JSON.stringify(request.arguments)}`,
    ...(request.preview === undefined ? [] : [`Preview: ${request.preview.text}`]),
  ];
  if (Object.keys(metadata).length > 0) lines.push(`Details: ${JSON.stringify(metadata)}`);
  return {
    message: visibleText(lines.join('\n')),
    schema: {
      type: 'object',
      properties: {
        approve: {
          type: 'boolean',
          title: 'Approve',
          description: `Whether the ${kind === 'tool' ? 'tool may run' : 'client may read it'} with these arguments.`,
        },
      },
      required: ['approve'],
    },
    read: ({ approve }) => {
      if (approve === true) return decision.approve();
      return approve === false ? decision.deny() : decision.deny(NO_ANSWER);
    },
  };
}

const NO_ANSWER = "The answer of the client has no 'approve' that is true or false, so the call was not approved.";

function inputQuestion(request: DeferralRequest): Question {
  const { arguments: args, fields } = request;
  const { kind, name } = kindAndName(request.tool);
  const form = formOf(fields);
  const lines = [
    `The ${kind} '${name}' asks for your input.`,
    ...parentLine(request),
    `Arguments: ${JSON.stringify(args)}`,
  ];
  return {
    message: visibleText(lines.join('\n')),
    schema: {
      type: 'object',
      properties: Object.fromEntries([...form].map(([name, { field }]) => [name, field])),
      ...(fields?.required === undefined || fields.required.length === 0 ? {} : { required: [...fields.required] }),
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

/** Returns the line about the call that made this call. A call of the model has none. */
function parentLine({ parent }: DeferralRequest): readonly string[] {
  if (parent === undefined) return [];
  const { tool, place } = parent;
  return [`Called by: '${tool}'${place === undefined ? '' : ` at ${JSON.stringify(place)}`}`];
}

function formOf({ properties = {}, $defs }: JsonSchemaObject = {}): ReadonlyMap<string, FormField> {
  const entries = Object.entries(properties);
  return new Map(
    entries.map(([name, schema]) => [name, formField(isSchemaObject(schema) ? whole(schema, $defs) : {})]),
  );
}

/** Adds the definitions to a field that refers to them, because a field is a separate schema. */
function whole(schema: JsonSchemaObject, $defs: JsonSchemaObject['$defs']): JsonSchemaObject {
  return $defs === undefined || !JSON.stringify(schema).includes('"$ref"') ? schema : { ...schema, $defs };
}
