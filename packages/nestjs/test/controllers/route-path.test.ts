import { expect, it } from '@jest/globals';
import { Controller, Get, RequestMethod, Version, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { routePath } from '../../src/enhancers/route-path.js';

/* The path of a route, as a guard reads it from the request of a tool call. */

@Controller({ path: ['/orders/', 'bills'], version: '1' })
class Orders {
  @Get(['/by-id/:id', 'of/:id'])
  find(): void {
    // Never called.
  }

  @Version(['2', '3'])
  @Get()
  list(): void {
    // Never called.
  }

  @Version(VERSION_NEUTRAL)
  @Get('all')
  all(): void {
    // Never called.
  }
}

@Controller()
class Plain {
  @Get('now')
  now(): void {
    // Never called.
  }
}

type Prepare = (config: ApplicationConfig) => void;
const uri = { type: VersioningType.URI } as const;
const versioned =
  (more: object = {}): Prepare =>
  (config) =>
    config.enableVersioning({ ...uri, ...more });
const prefixed =
  (requestMethod: RequestMethod, pathRegex: RegExp): Prepare =>
  (config) => {
    config.setGlobalPrefix('/api/');
    config.setGlobalPrefixOptions({ exclude: [{ path: '', requestMethod, pathRegex }] });
  };
const find = { target: Orders, method: 'find' };
const list = { target: Orders, method: 'list' };
const all = { target: Orders, method: 'all' };
const now = { target: Plain, method: 'now' };

it.each<[string, typeof find | typeof now, Prepare, string]>([
  ['the first path of class and method', find, () => undefined, '/orders/by-id/:id'],
  ['the path of the class alone', list, () => undefined, '/orders'],
  ['the path of the method alone', now, () => undefined, '/now'],
  ['the prefix', find, (config) => config.setGlobalPrefix('api'), '/api/orders/by-id/:id'],
  ['no prefix if it is left out', now, prefixed(RequestMethod.GET, /^\/now$/), '/now'],
  ['no prefix if it is left out for all methods', now, prefixed(RequestMethod.ALL, /^\/now$/), '/now'],
  ['the prefix if another method is left out', now, prefixed(RequestMethod.POST, /^\/now$/), '/api/now'],
  ['the prefix if another path is left out', now, prefixed(RequestMethod.ALL, /^\/then$/), '/api/now'],
  ['the version of the class', find, versioned(), '/v1/orders/by-id/:id'],
  ['the first version of the method', list, versioned(), '/v2/orders'],
  ['no version if it is neutral', all, versioned({ defaultVersion: '7' }), '/orders/all'],
  ['no version if there is none', now, versioned(), '/now'],
  ['the version of the application', now, versioned({ defaultVersion: '7' }), '/v7/now'],
  ['its first version', now, versioned({ defaultVersion: ['8', '9'] }), '/v8/now'],
  ['the own prefix of versions', list, versioned({ prefix: 'version-' }), '/version-2/orders'],
  ['versions without a prefix', list, versioned({ prefix: false }), '/2/orders'],
  ['no version of a header', list, versioned({ type: VersioningType.HEADER, header: 'v' }), '/orders'],
])('a path has %s', (_title, place, prepare, path) => {
  const config = new ApplicationConfig();
  prepare(config);
  expect(routePath(place, config)).toBe(path);
});
