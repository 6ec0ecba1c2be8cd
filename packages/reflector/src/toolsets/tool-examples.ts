import { collectIssues, pathText, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { isJsonObject } from '@haft/schema/internal';
import { evaluate } from '../program/evaluate.js';
import { jsonConstant } from '../program/json-constant.js';
import type { ts } from '../program/typescript.js';
import { jsonOrText } from '../types/read/jsdoc.js';
import { reportNotConstant } from './constant-options.js';
import type { MethodComment } from './method-comment.js';
import type { ReadingContext } from './reading-context.js';

/** A tool for its examples. */
export interface ExampledTool {
  readonly name: string;
  readonly declaration: ts.Node;
  readonly comment: MethodComment;
}

/** Returns the valid examples of `@Example` and `@example`. No model sees an invalid one. */
export function toolExamples(
  tool: ExampledTool,
  schema: JsonSchemaObject,
  context: ReadingContext,
): readonly JsonValue[] {
  return [...decoratedExamples(tool, context), ...taggedExamples(tool, context)].flatMap(({ value, place }) => {
    const [issue] = collectIssues(schema, value);
    if (issue === undefined) return [value];
    const where = issue.path.length === 0 ? '' : ` '${pathText(issue.path)}':`;
    context.diagnostics.at(place, {
      code: 'HAFT1035',
      message: `An example of '${tool.name}' is invalid:${where} expected ${issue.expected}, received ${issue.received}.`,
      fix: 'Write arguments as a model sends them: JSON, dates as text.',
    });
    return [];
  });
}

interface WrittenExample {
  readonly value: JsonValue;
  readonly place: ts.Node;
}

function decoratedExamples(
  { declaration }: ExampledTool,
  { names, checker, diagnostics }: ReadingContext,
): readonly WrittenExample[] {
  return names.decorators(declaration).flatMap(({ name, args: [argument], bindings }) => {
    if (name !== 'Example' || argument === undefined) return [];
    const found = evaluate(argument, checker, bindings);
    if (!('value' in found)) {
      reportNotConstant('@Example', found, diagnostics);
      return [];
    }
    const json = jsonConstant(found.value);
    return json === undefined ? [] : [{ value: json, place: argument }];
  });
}

function taggedExamples({ name, comment }: ExampledTool, { diagnostics }: ReadingContext): readonly WrittenExample[] {
  return comment.examples.flatMap(({ text, node }) => {
    const value = jsonOrText(text);
    if (isJsonObject(value)) return [{ value, place: node }];
    diagnostics.at(node, {
      code: 'HAFT1033',
      severity: 'warning',
      message: `The @example of '${name}' is not a JSON object of arguments, so models do not see it.`,
      fix: 'Write the arguments as one JSON object, or use @Example({ ... }).',
    });
    return [];
  });
}
