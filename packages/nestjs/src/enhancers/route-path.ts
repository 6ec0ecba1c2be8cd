import { RequestMethod, VersioningType } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { methodNumberOf, pathOf, versionsOf } from './route-arguments.js';
import { methodOf, type ToolPlace } from './tool-place.js';

/**
 * Returns the path of a route with the global prefix and its version: the first one, if a route has
 * several. Without the paths of `RouterModule`.
 */
export function routePath(place: ToolPlace, config: ApplicationConfig): string {
  const method = methodOf(place);
  const path = joined(pathOf(place.target) ?? '', pathOf(method) ?? '');
  return joined(prefixFor(path, methodNumberOf(method), config), versionIn(place, method, config), path);
}

function prefixFor(path: string, method: number | undefined, config: ApplicationConfig): string {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  const isExcluded = exclude.some(
    ({ requestMethod, pathRegex }) =>
      (requestMethod === RequestMethod.ALL || requestMethod === method) && pathRegex.test(path),
  );
  return isExcluded ? '' : config.getGlobalPrefix();
}

/** Only versions of the type URI are in a path. A neutral version is a symbol. */
function versionIn({ target }: ToolPlace, method: object, config: ApplicationConfig): string {
  const versioning = config.getVersioning();
  if (versioning?.type !== VersioningType.URI) return '';
  const { prefix = 'v', defaultVersion = [] } = versioning;
  const [version] = versionsOf(method) ?? versionsOf(target) ?? [defaultVersion].flat();
  return typeof version === 'string' ? `${prefix === false ? '' : prefix}${version}` : '';
}

function joined(...parts: readonly string[]): string {
  const named = parts.map((part) => part.replace(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return `/${named.join('/')}`;
}
