import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { isOfFastify, nodeExchange, type NestExchange } from './node-exchange.js';

/** Answers requests of Node's http server; `body` is what the application's parser made of it. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, body?: unknown) => unknown;

/** An endpoint that can be mounted: a function, or an object with one and an end, as `serveMcp` of `@haft/mcp` gives. */
export type MountableHandler = NodeHandler | { readonly handle: NodeHandler; readonly close?: () => unknown };

/** What guards leave on the request: under Fastify, on another object than the one that the handler gets. */
const LEFT_BY_GUARDS = ['user', 'auth'] as const;

/** A handler in an application. */
export class MountedHandler implements OnModuleDestroy {
  private readonly logger = new Logger('Haft');

  constructor(private readonly handler: MountableHandler) {}

  async answer(exchange: NestExchange): Promise<void> {
    const { request, response } = nodeExchange(exchange);
    const { body } = exchange.request as { readonly body?: unknown };
    if (!isOfFastify(exchange)) {
      await this.handle(request, response, body);
      return;
    }
    handOver(exchange.request, request);
    // From here on Fastify sends nothing, no error either.
    exchange.response.hijack();
    try {
      await this.handle(request, response, body);
    } catch (error) {
      this.logger.error('A mounted handler failed.', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }

  private handle(...parameters: Parameters<NodeHandler>): unknown {
    return typeof this.handler === 'function' ? this.handler(...parameters) : this.handler.handle(...parameters);
  }

  async onModuleDestroy(): Promise<void> {
    if (typeof this.handler !== 'function') await this.handler.close?.();
  }
}

function handOver(from: object, to: object): void {
  for (const name of LEFT_BY_GUARDS) {
    const value = (from as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) Object.assign(to, { [name]: value });
  }
}
