import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireKind } from '@haft/core';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import { isOfFastify, nodeExchange, type NestExchange } from './node-exchange.js';

/** Answers requests of Node's http server. `body` is the body from the application's parser. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, body?: unknown) => unknown;

/**
 * An endpoint that can be mounted: a function, or an object with a handler and a close function, as
 * from `serveMcp` of `@haft/mcp`.
 */
export type MountableHandler = NodeHandler | { readonly handle: NodeHandler; readonly close?: () => unknown };

/**
 * The properties that guards set on the request. Under Fastify, the handler gets another object.
 */
const LEFT_BY_GUARDS = ['user', 'auth'] as const;

/** A handler in an application. */
export class MountedHandler implements OnModuleDestroy {
  private readonly logger = new Logger('Haft');

  constructor(private readonly handler: MountableHandler) {
    if (typeof handler === 'function') return;
    requireKind('The result of the function of HaftHttpModule.mountHandler()', handler, {
      methods: ['handle'],
      name: 'a handler: (runtime) => serveMcp(runtime, { name })',
    });
  }

  async answer(exchange: NestExchange): Promise<void> {
    const { request, response } = nodeExchange(exchange);
    const { body }: { readonly body?: unknown } = exchange.request;
    if (!isOfFastify(exchange)) {
      await this.handle(request, response, body);
      return;
    }
    handOver(exchange.request, request);
    // From here on, Fastify sends nothing, not even an error.
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
    const value: unknown = Reflect.get(from, name);
    if (value !== undefined) Object.assign(to, { [name]: value });
  }
}
