import { HaftError, type Class } from '@haft/core';
import type { NestWrapper } from '../container/nest-wrapper.js';
import { enhancerKeys } from './enhancer-keys.js';
import { prototypeOf } from './tool-place.js';

/**
 * Checks that Nest created every class in `@UseGuards` and the like on a toolset. Nest does so for
 * providers that are classes. For others, it would silently skip the guards.
 *
 * @param methods - the called methods of the toolset
 * @throws {HaftError} `HAFT_UNGUARDED`
 */
export function refuseLeftOut(target: Class, methods: readonly string[], wrapper: NestWrapper | undefined): void {
  const made = wrapper?.host?.injectables;
  const leftOut = [...new Set(enhancersOn(target, methods))].filter((one) => made?.has(one as never) !== true);
  if (leftOut.length === 0) return;
  const names = leftOut.map(({ name }) => name).join(', ');
  throw new HaftError(
    'HAFT_UNGUARDED',
    `${target.name} uses ${names} for its tools, but Nest created no instance of them, because a factory or a value provides the toolset, or no module does.`,
    {
      hint: `Provide the class itself, \`providers: [${target.name}]\`, or give the decorator an instance: @UseGuards(new ${leftOut[0]?.name ?? 'Guard'}(...)).`,
    },
  );
}

/**
 * Returns the classes among the enhancers of a class and its methods. Ready instances need no
 * creation.
 */
function enhancersOn(target: Class, methods: readonly string[]): readonly Class[] {
  const prototype = prototypeOf(target);
  const places = [target, ...methods.map((method) => prototype[method])].filter((one) => one !== undefined);
  const named = Object.values(enhancerKeys()).flatMap((key) =>
    places.flatMap((place) => (Reflect.getMetadata(key, place) as readonly unknown[] | undefined) ?? []),
  );
  return named.filter((one): one is Class => typeof one === 'function');
}
