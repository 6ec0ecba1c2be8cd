import type { JsonValue } from '@haft/schema';
import { Body, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { definitionBodies, type DefinitionBody } from './definition-bodies.js';
import { outcomeBody } from './outcome-body.js';
import { readCall, readCalls } from './read-calls.js';
import { ToolsEndpoint } from './tools-endpoint.js';

/**
 * The JSON endpoint. `HaftHttpModule.mount` creates a subclass with the path and the decorators.
 */
export class ToolsController {
  constructor(@Inject(ToolsEndpoint) private readonly endpoint: ToolsEndpoint) {}

  /** Returns the tools and instructions that a model sees. */
  @Get()
  list(
    @Req() request: object,
    @Res({ passthrough: true }) response: object,
  ): Promise<{ readonly tools: readonly DefinitionBody[]; readonly instructions: string }> {
    return this.endpoint.inRun({ request, response }, async (run) => ({
      tools: await definitionBodies(run),
      instructions: await run.instructions(),
    }));
  }

  /** Makes one call and returns its outcome. */
  @Post('call')
  @HttpCode(200)
  call(
    @Req() request: object,
    @Res({ passthrough: true }) response: object,
    @Body() body: unknown,
  ): Promise<{ readonly outcome: JsonValue; readonly pending?: unknown }> {
    const call = readCall(body);
    return this.endpoint.inRun({ request, response }, async (run) => ({
      outcome: outcomeBody(await run.call(call)),
      ...(await this.endpoint.pendingOf(run, request)),
    }));
  }

  /** Makes the calls of one message and returns their outcomes in the same order. */
  @Post('calls')
  @HttpCode(200)
  calls(
    @Req() request: object,
    @Res({ passthrough: true }) response: object,
    @Body() body: unknown,
  ): Promise<{ readonly outcomes: readonly JsonValue[]; readonly pending?: unknown }> {
    const calls = readCalls(body);
    return this.endpoint.inRun({ request, response }, async (run) => ({
      outcomes: (await run.callAll(calls)).map(outcomeBody),
      ...(await this.endpoint.pendingOf(run, request)),
    }));
  }
}
