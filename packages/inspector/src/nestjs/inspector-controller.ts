import type { IncomingMessage, ServerResponse } from 'node:http';
import { All, Controller, Inject, Req, Res, UseGuards, type CanActivate, type Type } from '@nestjs/common';
import type { Inspector } from '../inspect.js';

/** Token of the page of one module. */
export const INSPECTOR = Symbol.for('haft:inspector');

interface FastifyRequestPort {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

interface FastifyReplyPort {
  readonly raw: ServerResponse;
  hijack(): void;
}

type ExpressRequest = IncomingMessage & { readonly body?: unknown };

/**
 * Returns a controller with the page, behind the guards of the application. Middleware of `app.use`
 * would go past global guards.
 */
export function inspectorController(path: string, guards: readonly (Type<CanActivate> | CanActivate)[]): Type {
  @Controller(path)
  @UseGuards(...guards)
  class InspectorController {
    constructor(@Inject(INSPECTOR) private readonly inspector: Inspector<never>) {}

    @All()
    page(@Req() request: unknown, @Res() response: unknown): Promise<void> {
      return this.answer(request, response);
    }

    // Fastify refuses `*path`, the form that Nest describes for Express.
    @All('*')
    below(@Req() request: unknown, @Res() response: unknown): Promise<void> {
      return this.answer(request, response);
    }

    private answer(request: unknown, response: unknown): Promise<void> {
      if (!isFastify(request)) {
        const { body } = request as ExpressRequest;
        return this.inspector.node(request as IncomingMessage, response as ServerResponse, {
          body,
          native: request as never,
        });
      }
      const reply = response as FastifyReplyPort;
      reply.hijack();
      return this.inspector.node(request.raw, reply.raw, { body: request.body, native: request as never });
    }
  }
  return InspectorController;
}

function isFastify(request: unknown): request is FastifyRequestPort {
  return typeof request === 'object' && request !== null && 'raw' in request;
}
