import { ModelRetry, type ToolDefinition } from '@haft/core';
import type { Issue, JsonSchemaObject, Path } from '@haft/schema';
import { shortened } from './shortened.js';
import { groupedMessagesOf, messagesOf, type HttpExceptionLike } from './http-exception.js';

/** The most problems in one text. */
const MOST_PROBLEMS = 10;
/** The longest line, in characters: ten lines stay below the limit of 2,000. */
const LONGEST_LINE = 180;

/** Returns the problems of a pipe with the arguments, as a retry for the model. */
export function retryOf(error: HttpExceptionLike, { name, parameters }: ToolDefinition): ModelRetry {
  const grouped = groupedMessagesOf(error);
  const issues =
    grouped === undefined
      ? messagesOf(error).map((message) => issueOf(pathIn(message, parameters), message))
      : Object.entries(grouped).flatMap(([path, messages]) => messages.map((one) => issueOf(pathOf(path), one)));
  return new ModelRetry(textOf(name, issues), { issues, cause: error });
}

function issueOf(path: Path, message: string): Issue {
  return { path, rule: 'pipe', expected: message, received: 'something else', message };
}

function textOf(tool: string, issues: readonly Issue[]): string {
  const lines = issues.slice(0, MOST_PROBLEMS).map(({ message = '' }) => `- ${shortened(message, LONGEST_LINE)}`);
  const rest = issues.length - lines.length;
  const more = rest === 0 ? [] : [`(and ${rest} more)`];
  return [`Tool call validation failed for tool '${tool}':`, ...lines, ...more].join('\n');
}

/**
 * Returns the path in a text of class-validator, which starts with it: `items.0.count must be ...`.
 * Other texts have no path.
 */
function pathIn(message: string, { properties = {} }: JsonSchemaObject): Path {
  const path = pathOf(message.split(' ', 1)[0] ?? '');
  return Object.hasOwn(properties, String(path[0])) ? path : [];
}

function pathOf(text: string): Path {
  return text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
