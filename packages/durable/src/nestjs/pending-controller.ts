import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Get, Inject, Post, Req, Res, UseGuards, type CanActivate, type Type } from '@nestjs/common';
import { expressPending, fastifyPending, type FastifyReplyPort } from '../http/frameworks.js';
import type { PendingHandler } from '../http/pending-handler.js';

/** Token of the handler of one module. */
export const PENDING_HANDLER = Symbol.for('haft:pending-handler');

type NestRequest = IncomingMessage | { readonly raw: IncomingMessage; readonly body?: unknown };
type NestResponse = ServerResponse | FastifyReplyPort;

/** Returns a controller with the routes of the handler, behind the guards of the application. */
export function pendingController(path: string, guards: readonly (Type<CanActivate> | CanActivate)[]): Type {
  @Controller(path)
  @UseGuards(...guards)
  class PendingController {
    constructor(@Inject(PENDING_HANDLER) private readonly handler: PendingHandler<never>) {}

    @Get('pending')
    list(@Req() request: NestRequest, @Res() response: NestResponse): Promise<unknown> {
      return this.answer(request, response);
    }

    @Get('pending/:key')
    read(@Req() request: NestRequest, @Res() response: NestResponse): Promise<unknown> {
      return this.answer(request, response);
    }

    @Post('pending/:key/decision')
    decide(@Req() request: NestRequest, @Res() response: NestResponse): Promise<unknown> {
      return this.answer(request, response);
    }

    private answer(request: NestRequest, response: NestResponse): Promise<unknown> {
      if ('raw' in request) return fastifyPending(this.handler)(request, response as FastifyReplyPort);
      return expressPending(this.handler)(request, response as ServerResponse);
    }
  }
  return PendingController;
}
