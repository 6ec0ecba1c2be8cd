import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import type { CallThroughNest } from '../../src/enhancers/haft-call.js';
import { callOfRequest, NO_RESPONSE, RouteRequests, setCall } from '../../src/enhancers/route-request.js';

/* The request of a call, as enhancers and decorators of an application read it. */

@Controller('orders')
class Orders {
  @Get('of/:shop/:id')
  find(@Param('shop') _shop: unknown, @Param() _rest: unknown, @Query('q') _q: unknown, @Query() _all: unknown): void {
    // Never called.
  }

  @Patch(':id?')
  change(@Body('item') _item: unknown, @Body('count') _count: unknown, @Body() _rest: unknown): void {
    // Never called.
  }

  @Get('whole')
  whole(@Body() _first: unknown, @Body() _second: unknown): void {
    // Never called.
  }

  plain(): void {
    // Never called.
  }
}

const requestsOf = (method: keyof Orders) => new RouteRequests({ target: Orders, method }, new ApplicationConfig());

/** Fills a request with values by the position of their parameter. */
function filled(method: keyof Orders, ...values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const requests = requestsOf(method);
  const request = requests.create({});
  requests.fill(
    request,
    requests.valuesOf((index) => values[index]),
  );
  return request as Readonly<Record<string, unknown>>;
}

describe('the request of a call', () => {
  it('inherits from the request of the host, and shadows the parts of a route', () => {
    class HostRequest {
      readonly headers = { 'x-tenant': 'acme' };
      get method(): string {
        return 'POST';
      }
    }
    const host = new HostRequest();
    const request = requestsOf('change').create(host);
    expect(request).toBeInstanceOf(HostRequest);
    expect(request).toMatchObject({
      headers: host.headers,
      method: 'PATCH',
      route: { path: '/orders/:id?', method: 'patch' },
    });
    expect(Object.keys(request)).toEqual(['route', 'method']);
    Object.assign(request, { method: 'PUT', user: 'ada' });
    expect(request).toMatchObject({ method: 'PUT', user: 'ada' });
    expect(host).not.toHaveProperty('user');
    expect(host.method).toBe('POST');
  });

  it('has the method GET and the path of the class if the method of the class is not a route', () => {
    expect(requestsOf('plain').create({})).toMatchObject({ method: 'GET', route: { path: '/orders', method: 'get' } });
  });

  it('has its own providers: it hides the context of the host, and no other symbol', () => {
    const [context, other] = [Symbol('REQUEST_CONTEXT_ID'), Symbol('OTHER')];
    const request = requestsOf('find').create({ [context]: { id: 1 }, [other]: 2 });
    expect(Reflect.get(request, context)).toBeUndefined();
    expect(Reflect.get(request, other)).toBe(2);
  });

  it.each<[string, unknown, unknown, string]>([
    ['a text', 'a b&c', 'a b&c', 'a+b%26c'],
    ['a number', 1.5, '1.5', '1.5'],
    ['a boolean', false, 'false', 'false'],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z', '1970-01-01T00%3A00%3A00.000Z'],
    ['null', null, null, 'null'],
    ['an object', { a: 1 }, { a: 1 }, '%7B%22a%22%3A1%7D'],
    ['a list', [1, 'b'], ['1', 'b'], '1&q=b'],
    ['a list of dates', [new Date(0)], ['1970-01-01T00:00:00.000Z'], '1970-01-01T00%3A00%3A00.000Z'],
  ])('has values of a query as texts: %s', (_title, value, query, search) => {
    const request = filled('find', 'a', { id: 7 }, value);
    expect(request['query']).toEqual({ q: query });
    expect(request['url']).toBe(`/orders/of/a/7?q=${search}`);
    expect(request['originalUrl']).toBe(request['url']);
  });

  it('joins named values with those of whole objects', () => {
    expect(filled('find', 'a/b', { id: 7 }, 'x', { page: 2 })).toMatchObject({
      params: { shop: 'a/b', id: '7' },
      query: { q: 'x', page: '2' },
      body: undefined,
      url: '/orders/of/a%2Fb/7?q=x&page=2',
    });
  });

  it('leaves out values that a call does not have', () => {
    expect(filled('find')).toMatchObject({ params: {}, query: {}, url: '/orders/of//' });
    expect(filled('change')).toMatchObject({ url: '/orders/' });
  });

  it.each<[string, keyof Orders, readonly unknown[], unknown]>([
    ['parts', 'change', ['nut', 2], { item: 'nut', count: 2 }],
    ['one part', 'change', [undefined, 2], { count: 2 }],
    ['a part that is null', 'change', [null], { item: null }],
    ['parts before the whole', 'change', ['nut', undefined, { count: 3 }], { item: 'nut' }],
    ['the whole', 'change', [undefined, undefined, { count: 3 }], { count: 3 }],
    ['the whole as it is', 'whole', [[1, 2]], [1, 2]],
    ['the first of two', 'whole', ['one', 'two'], 'one'],
    ['nothing', 'whole', [], undefined],
  ])('has a body of %s', (_title, method, values, body) => {
    expect(filled(method, ...values)['body']).toEqual(body);
  });

  it('names its call, and a request that inherits from it does not', () => {
    const request = requestsOf('find').create({});
    expect(callOfRequest(request)).toBeUndefined();
    const [first, second] = [{}, {}] as [CallThroughNest, CallThroughNest];
    setCall(request, first);
    expect(callOfRequest(request)).toBe(first);
    setCall(request, second);
    expect(callOfRequest(request)).toBe(second);
    expect(callOfRequest(Object.create(request))).toBeUndefined();
    for (const other of [undefined, null, 'request', 7]) expect(callOfRequest(other)).toBeUndefined();
  });
});

describe('the response of a call', () => {
  it('can be held, awaited and logged', async () => {
    expect(await Promise.resolve(NO_RESPONSE)).toBe(NO_RESPONSE);
    expect(JSON.stringify(NO_RESPONSE)).toBe('{}');
    expect(Reflect.get(NO_RESPONSE, Symbol.toStringTag)).toBeUndefined();
  });

  it.each<[string, () => unknown]>([
    ['status', () => Reflect.get(NO_RESPONSE, 'status')],
    ['locals', () => Reflect.set(NO_RESPONSE, 'locals', {})],
  ])('cannot be used, and says what to do: %s', (name, use) => {
    expect(use).toThrow(
      expect.objectContaining({
        code: 'HAFT_NO_RESPONSE',
        message: `A tool call has no HTTP response, so nothing can use its '${name}'.`,
        hint: 'Put `if (!HaftExecutionContext.is(context))` before each statement that uses the response. All others must run, such as the check of the user.',
      }),
    );
  });
});
