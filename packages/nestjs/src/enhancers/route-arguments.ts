import { Controller, Get, Req, Version } from '@nestjs/common';
import type { ToolPlace } from './tool-place.js';
import { prototypeOf } from './tool-place.js';

/** A parameter of a route, as the decorators of Nest record it. */
export interface RouteParameter {
  readonly index: number;
  readonly data?: unknown;
}

/** The parameters of a route, by Nest's key: type and position. */
export type RouteParameters = Readonly<Record<string, RouteParameter>>;

/** Nest's numbers for the sources of values. */
export const ROUTE_PARAMETER = {
  request: 0,
  body: 3,
  query: 4,
  param: 5,
  headers: 6,
  session: 7,
  host: 10,
  ip: 11,
} as const;

/** Returns the parameters that a method has as a route. */
export function routeParameters({ target, method }: ToolPlace): RouteParameters {
  const declared: object = prototypeOf(target).constructor;
  return (Reflect.getMetadata(keys().parameters, declared, method) ?? {}) as RouteParameters;
}

/** Returns the source of a parameter: Nest's number, or NaN for a decorator of the project. */
export function sourceOf(key: string): number {
  return Number(key.split(':')[0]);
}

/** Returns whether the client of a route supplies a value, or the model of a tool. */
export function isOfClient(type: unknown): boolean {
  return type === ROUTE_PARAMETER.body || type === ROUTE_PARAMETER.query || type === ROUTE_PARAMETER.param;
}

/** Returns the first path of a controller or a route. */
export function pathOf(place: object): string | undefined {
  const path: unknown = Reflect.getMetadata(keys().path, place);
  const paths: readonly unknown[] = Array.isArray(path) ? path : [path];
  const [first] = paths;
  return typeof first === 'string' ? first : undefined;
}

/** Returns the versions of a controller or a route, or undefined if it has none of its own. */
export function versionsOf(place: object): readonly unknown[] | undefined {
  const versions: unknown = Reflect.getMetadata(keys().version, place);
  return versions === undefined ? undefined : Array.isArray(versions) ? versions : [versions];
}

/** Returns the HTTP method of a route, as Nest's number. */
export function methodNumberOf(place: object): number | undefined {
  const method: unknown = Reflect.getMetadata(keys().method, place);
  return typeof method === 'number' ? method : undefined;
}

/** Returns whether a class is a controller. */
export function isController(target: object): boolean {
  return Reflect.getMetadata(keys().controller, target) === true;
}

interface Keys {
  readonly parameters: unknown;
  readonly path: unknown;
  readonly method: unknown;
  readonly controller: unknown;
  readonly version: unknown;
}

let known: Keys | undefined;

/**
 * Returns the metadata keys of routes. No public entry point of Nest has them, but the decorators
 * leave them behind.
 */
function keys(): Keys {
  return (known ??= probed());
}

function probed(): Keys {
  class Probe {}
  const route = (): void => undefined;
  Req()(Probe.prototype, 'route', 0);
  Get('probe')(Probe.prototype, 'route', { value: route });
  Version('version')(Probe.prototype, 'route', { value: route });
  Controller('probe')(Probe);
  const keyOf = (place: object, value: unknown): unknown =>
    Reflect.getMetadataKeys(place).find((key: unknown) => Reflect.getMetadata(key, place) === value);
  return {
    parameters: Reflect.getMetadataKeys(Probe, 'route')[0],
    path: keyOf(Probe, 'probe'),
    method: keyOf(route, 0),
    controller: keyOf(Probe, true),
    version: keyOf(route, 'version'),
  };
}
