import type { CanActivate } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';

/** The key of the record on the class of a guard. Copies of this package share it. */
const HIDES_TOOLS = 'haft:hides-tools';

type GuardDecorator = (target: new (...args: never) => CanActivate) => void;

/**
 * Hides the tools that a guard refuses. Haft asks the guard for each list of tools too, before any
 * call: `HaftExecutionContext.create(context).getCall()` is then undefined. For a user whom it
 * refuses, the tool does not exist, as without the permissions of `@Requires`. Without the
 * decorator, the tool is in lists, and the guard denies its calls. It also holds for derived
 * classes.
 *
 * @example
 * @HidesTools()
 * @Injectable()
 * class RolesGuard implements CanActivate {
 *   canActivate(context: ExecutionContext): boolean {
 *     return this.rolesOf(context).includes('clerk');
 *   }
 * }
 */
export function HidesTools(): GuardDecorator {
  return (target) => {
    Reflect.defineMetadata(HIDES_TOOLS, true, target);
  };
}

/** Returns whether a guard has `@HidesTools()`: its class, or an instance of it. */
export function hidesTools(guard: unknown): boolean {
  const target = typeof guard === 'object' ? guard?.constructor : guard;
  return typeof target === 'function' && Reflect.getMetadata(HIDES_TOOLS, target) === true;
}

/**
 * Returns whether an instance has the place of a guard with `@HidesTools()`. A test may replace the
 * guard: only the replaced class has the record then.
 */
export function isHiding(guard: unknown, modules: ModulesContainer): boolean {
  if (hidesTools(guard)) return true;
  const wrappers = [...modules.values()].flatMap(({ injectables, providers }) => [
    ...injectables.values(),
    ...providers.values(),
  ]);
  return wrappers.some(({ token, instance }: HasInstance) => instance === guard && hidesTools(token));
}

/** The used part of a `NestWrapper`, whose instance has the type `any` in Nest. */
interface HasInstance {
  readonly token: unknown;
  readonly instance: unknown;
}
