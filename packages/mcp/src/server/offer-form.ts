import type { ContentPart, ToolOutcome } from '@haft/core';
import type { CallOptions, ReadMessage, ResourceContents, Run } from '@haft/runtime';
import { isBase64 } from '@haft/schema/formats';
import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type ReadResourceRequest,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { ErrorStatus } from '../outcome-status.js';
import type { CallForm, EndedOutcome } from './call-form.js';
import { contentOfPart } from './content-of-part.js';
import type { McpService } from './mcp-service.js';

/** The form of `resources/read`. */
export class ResourceForm implements CallForm<ReadResourceResult> {
  readonly again = 'Read the resource again.';
  readonly subject;
  readonly uri: string;

  constructor(
    private readonly service: McpService,
    { uri }: ReadResourceRequest['params'],
  ) {
    this.uri = uri;
    this.subject = { name: `resource:${uri}` };
  }

  make(run: Run, options: CallOptions | undefined): Promise<ToolOutcome> {
    return run.read(this.uri, options);
  }

  conclude(_run: Run, outcome: EndedOutcome): ReadResourceResult {
    if (outcome.status !== 'success') return this.refuse(outcome.status, outcome.text);
    const contents = outcome.value as readonly ResourceContents[];
    if (contents.some((one) => 'blob' in one && !isBase64(one.blob))) throw unreadable(this.service, outcome.tool);
    // A call that waited writes its URI from the values, in another form than the client.
    return { contents: contents.map((one) => ({ ...one, uri: this.uri })) };
  }

  refuse(status: ErrorStatus, text: string): never {
    throw errorOf(status, text, { uri: this.uri });
  }
}

/** The form of `prompts/get`. */
export class PromptForm implements CallForm<GetPromptResult> {
  readonly again = 'Get the prompt again.';
  readonly subject;

  constructor(
    private readonly service: McpService,
    private readonly params: GetPromptRequest['params'],
  ) {
    this.subject = { name: `prompt:${params.name}`, arguments: params.arguments };
  }

  make(run: Run, options: CallOptions | undefined): Promise<ToolOutcome> {
    return run.prompt(this.params.name, this.params.arguments, options);
  }

  conclude(_run: Run, outcome: EndedOutcome): GetPromptResult {
    if (outcome.status !== 'success') return this.refuse(outcome.status, outcome.text);
    const parts = (outcome.value as readonly ReadMessage[]).flatMap((message) =>
      message.parts.map((part) => ({ role: message.role, part })),
    );
    if (parts.some(({ part }) => isBroken(part))) throw unreadable(this.service, outcome.tool);
    return { messages: parts.map(({ role, part }, index) => ({ role, content: contentOfPart(part, index) })) };
  }

  refuse(status: ErrorStatus, text: string): never {
    throw errorOf(status, text);
  }
}

/** Returns the error for an outcome: the client can correct a `retry`. */
function errorOf(status: ErrorStatus, text: string, data?: { readonly uri: string }): ProtocolError {
  const code = status === 'retry' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, text, data);
}

function isBroken(part: ContentPart): boolean {
  return 'data' in part && !isBase64(part.data);
}

function unreadable(service: McpService, name: string): ProtocolError {
  service.report(new Error(`'${name}' gave data that is not base64.`));
  return new ProtocolError(ProtocolErrorCode.InternalError, 'The result could not be read.');
}
