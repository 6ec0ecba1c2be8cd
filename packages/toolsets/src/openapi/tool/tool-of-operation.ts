import { hashOf, type RunContext, type ToolHints } from '@haft/core';
import { defineTool, type AnyTool } from '@haft/runtime';
import { createChecker, pathText, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import type { Operation } from '../document/operations.js';
import type { OpenApiDocument, Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import type { OpenApiSettings } from '../open-api-options.js';
import { BODY, parametersOf, type HostParameters } from '../request/parameter.js';
import { requestBodyOf } from '../request/request-body.js';
import { checkPath, writeRequest, type RequestPlan } from '../request/write-request.js';
import { readResponse } from '../response/read-response.js';
import type { ServiceClient } from '../response/send.js';
import { plainText } from '../schema/plain-text.js';
import { SchemaConverter } from '../schema/schema-converter.js';
import { withCredentials } from './credentials.js';
import { scopesOf } from './scopes-of.js';
import { factsOf } from './operation-facts.js';
import { textOf } from './tool-names.js';

/** The service of the tools. */
export interface Service {
  readonly document: OpenApiDocument;
  readonly settings: OpenApiSettings;
  readonly client: ServiceClient;
  readonly ofHost: HostParameters;
}

/**
 * Returns an operation as a tool.
 *
 * @throws {Unusable} if it cannot be one
 * @throws {HaftError} `HAFT_INVALID_SCHEMA`, `HAFT_MISSING_PEER` if its schema cannot be used
 */
export function toolOfOperation(name: string, operation: Operation, service: Service): AnyTool {
  const { document, settings } = service;
  const { method, path } = operation;
  const parameters = parametersOf(document, operation, service.ofHost);
  const plan: RequestPlan = { method, path, parameters, body: requestBodyOf(document, operation) };
  checkPath(path, parameters);
  const schema = parameterSchema(plan, service);
  const result = resultSchema(operation, service);
  const { id, tags } = factsOf(operation);
  const description = descriptionOf(operation);
  const hints = hintsOf(method);
  const requires = settings.requiresScopes ? scopesOf(document, operation) : [];
  const check = settings.checksResults && result !== undefined ? resultCheck(result, textOf(operation)) : undefined;
  const wire = [parameters.map(wireFacts), plan.body?.mediaType ?? null, [...(plan.body?.forms ?? [])]];
  const tool = defineTool({
    name,
    description,
    search: searchTextOf(operation),
    // For caches and approvals, a changed operation is another tool.
    version: hashOf(
      [settings.baseUrl, method, path, description, schema, result, wire].map((one) => one ?? null),
    ).slice(0, 16),
    parameters: schema,
    ...(result === undefined ? {} : { result }),
    hints,
    metadata: { openApi: { method, path, tags, ...(id === undefined ? {} : { operationId: id }) } },
    settings: {
      ...(needsApproval(hints, settings) && { approvals: [true] as const }),
      ...(requires.length > 0 && { requires }),
    },
    execute: async (args: Readonly<Record<string, unknown>>, run: RunContext) => {
      const request = writeRequest(plan, settings.baseUrl, args);
      const { headers, hide } = await withCredentials(request.headers, run, settings);
      const response = hide(await service.client.send({ ...request, headers }, run));
      const value = readResponse(response, textOf(operation));
      check?.(value);
      return value;
    },
  });
  // The document only describes results: the runtime must not refuse others.
  return { ...tool, ownResult: () => undefined };
}

function wireFacts({ place, name, argument, style, explode }: RequestPlan['parameters'][number]): readonly unknown[] {
  return [place, name, argument, style, explode];
}

function needsApproval({ readOnly, destructive }: ToolHints, { approve }: OpenApiSettings): boolean {
  return approve === 'writes' ? readOnly !== true : approve === 'destructive' && destructive === true;
}

function hintsOf(method: string): ToolHints {
  if (method === 'GET' || method === 'HEAD') return { readOnly: true, idempotent: true, openWorld: true };
  const isIdempotent = method === 'PUT' || method === 'DELETE';
  return { readOnly: false, destructive: method === 'DELETE', idempotent: isIdempotent, openWorld: true };
}

function descriptionOf(operation: Operation): string {
  const { summary, description } = operation.operation;
  const [first, second] = [summary, description].map((text) => (typeof text === 'string' ? plainText(text) : ''));
  const texts = [second?.startsWith(first ?? '') === true ? '' : first, second];
  const text = plainText(texts.filter((one) => one !== undefined && one !== '').join('\n\n')) || textOf(operation);
  return factsOf(operation).deprecated ? plainText(`Deprecated. ${text}`) : text;
}

/** Summary and tags find a tool better than long descriptions, and are indexed faster. */
function searchTextOf(operation: Operation): string {
  const { summary, description } = operation.operation;
  const [text = ''] = [summary, description].filter((one) => typeof one === 'string' && one.trim() !== '');
  return [plainText(String(text)), ...factsOf(operation).tags.map(plainText)].join('\n');
}

function parameterSchema({ parameters, body }: RequestPlan, { document, settings }: Service): JsonSchemaObject {
  const converter = new SchemaConverter(document, { direction: 'request', open: settings.open });
  const properties: (readonly [string, JsonSchema])[] = parameters.map(({ argument, schema, description }) => [
    argument,
    described(converter.convert(schema), description),
  ]);
  if (body !== undefined) properties.push([BODY, described(converter.convert(body.schema), body.description)]);
  const required = parameters.filter((one) => one.required).map(({ argument }) => argument);
  if (body?.required === true) required.push(BODY);
  return converter.whole({
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  });
}

/** The text of a parameter says more than the text of its schema. */
function described(schema: JsonSchema, text: string | undefined): JsonSchema {
  const description = plainText(text ?? '');
  if (description === '') return schema;
  return schema === true ? { description } : schema === false ? schema : { ...schema, description };
}

/** Returns the schema of the first success. A success without a body gives null. */
function resultSchema({ operation }: Operation, { document }: Service): JsonSchemaObject | undefined {
  const { responses } = operation;
  if (!isObject(responses)) return undefined;
  const successes = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
  const read = successes.map((status) => jsonSchemaOf(document.root, responses[status]));
  const [first] = read;
  if (first === undefined || read.some((one) => one !== first && one !== 'none')) return undefined;
  if (first === 'none') return { type: 'null' };
  if (first === 'other' || read.length > 1) return undefined;
  const converter = new SchemaConverter(document, { direction: 'result', open: true });
  const schema = converter.convert(first.schema);
  return typeof schema === 'boolean' ? undefined : converter.whole(schema);
}

function jsonSchemaOf(root: Part, given: unknown): { readonly schema: unknown } | 'none' | 'other' {
  const response = resolved(root, given);
  const content = isObject(response) ? response['content'] : undefined;
  if (!isObject(content) || Object.keys(content).length === 0) return 'none';
  const json = Object.keys(content).find((type) => /^application\/([\w.-]+\+)?json\b/i.test(type));
  const media = json === undefined ? undefined : resolved(root, content[json]);
  return isObject(media) && media['schema'] !== undefined ? { schema: media['schema'] } : 'other';
}

/** Returns a function that throws if a value does not match the schema. Haft masks its error. */
function resultCheck(schema: JsonSchemaObject, operation: string): (value: unknown) => void {
  const checker = createChecker(schema);
  return (value) => {
    if (checker.validates(value)) return;
    const [issue] = checker.issuesOf(value);
    const problem = issue === undefined ? '' : ` ${pathText(issue.path)}: expected ${issue.expected}.`;
    throw new Error(`${operation} was answered with a value that does not match its schema.${problem}`);
  };
}
