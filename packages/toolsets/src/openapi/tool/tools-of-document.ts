import { HaftError } from '@haft/core';
import type { AnyTool } from '@haft/runtime';
import { operationsOf, type Operation } from '../document/operations.js';
import { Unusable } from '../document/unusable.js';
import { factsOf } from './operation-facts.js';
import { toolOfOperation, type Service } from './tool-of-operation.js';
import { refuseSameNames, textOf, toolNameOf } from './tool-names.js';

/** An operation that is not a tool. */
export interface SkippedOperation {
  /** Method and path: `POST /pets/{petId}/photo`. The path alone if it cannot be read. */
  readonly operation: string;
  /** The reason, as a clause. */
  readonly reason: string;
}

/** The tools of a document. */
export interface ToolsOfDocument {
  readonly tools: readonly AnyTool[];
  readonly skipped: readonly SkippedOperation[];
}

/**
 * Returns the tools of the chosen operations, and the operations that cannot be tools.
 *
 * @throws {HaftError} `HAFT_DUPLICATE_TOOL` if two operations get the same name
 */
export function toolsOfDocument(service: Service): ToolsOfDocument {
  const { document, settings } = service;
  const skipped: SkippedOperation[] = [];
  const operations = operationsOf(document, (path, reason) => skipped.push({ operation: path, reason }));
  const chosen = operations.filter((one) => settings.operations(factsOf(one)));
  const usable = chosen.flatMap((operation) => {
    const name = toolNameOf(operation);
    try {
      return [{ name, operation, tool: toolOf(name, operation, service) }];
    } catch (error) {
      skipped.push({ operation: textOf(operation), reason: reasonOf(error) });
      return [];
    }
  });
  refuseSameNames(`openApiToolset '${settings.name}'`, usable);
  return { tools: usable.map(({ tool }) => tool), skipped };
}

function toolOf(name: string, operation: Operation, service: Service): AnyTool {
  if (operation.method === 'OPTIONS' || operation.method === 'TRACE')
    throw new Unusable(`${operation.method} is for connections, not for models`);
  return toolOfOperation(name, operation, service);
}

/** Other errors are mistakes of Haft. */
function reasonOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  if (error instanceof HaftError) return error.message.replace(/\.$/, '').slice(0, 500);
  throw error;
}
