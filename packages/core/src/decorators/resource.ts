import type { JsonValue } from '@haft/schema';
import type { Icon, ListedResource, ResourceAnnotations } from '../offers.js';
import { refuseUnknownOptions, type OptionNames } from '../refuse-unknown-options.js';
import { requireKind } from '../require-kind.js';
import { methodRecorder, type AnyMethod, type DualMethodDecorator } from './dual-decorator.js';
import type { ParameterOptions } from './tool.js';

/**
 * Options of {@link Resource}. All but `parameters.*.inject` are constants that `haft build`
 * evaluates.
 */
export interface ResourceOptions<K extends string = string> {
  /** The name after the prefix. Default: the method's name in snake_case. */
  readonly name?: string;
  /** The name for people. Default: none. */
  readonly title?: string;
  /** The description. Default: the JSDoc comment of the method. */
  readonly description?: string;
  /** The type of the contents. Default: from the result, such as `application/json`. */
  readonly mimeType?: string;
  /** Images for user interfaces. Default: none. */
  readonly icons?: readonly Icon[];
  /** Facts that help a client to choose. Default: none. */
  readonly annotations?: ResourceAnnotations;
  /**
   * Name of the method that lists the resources of a template: `(run) => (string |
   * ListedResource)[]`. It is a public method of the same class. Default: clients see the template
   * only.
   */
  readonly list?: K;
  /** The version of the resource. Default: the toolset's version, else `0`. */
  readonly version?: string;
  /** Facts for the host. */
  readonly metadata?: Readonly<Record<string, JsonValue>>;
  /** Settings by parameter name, in place of parameter decorators. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
}

type Listed = readonly (string | ListedResource)[];

/** A method that lists the resources of a template. */
export type ListMethod = (run: never) => Listed | Promise<Listed>;

/** A decorator for a method whose class has a method that lists resources under the name `K`. */
export interface ResourceDecorator<K extends string> {
  /** Decorates a method under the TC39 standard. */
  <T extends Readonly<Record<K, ListMethod>>, M extends AnyMethod>(
    method: M,
    context: ClassMethodDecoratorContext<T, M>,
  ): void;
  /** Decorates a method under `experimentalDecorators`. */
  <T extends Readonly<Record<K, ListMethod>>, M extends AnyMethod>(
    prototype: T,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}

/**
 * Makes a method of a `@Toolset` class a resource.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION if the URI is not a string, or an option does not exist
 */
export function Resource(uri: string, options?: Omit<ResourceOptions, 'list'>): DualMethodDecorator;
/**
 * Makes a method of a `@Toolset` class a resource: data that clients read under a URI. Models never
 * call it. The variables of a URI template are parameters of the method. Haft reads each by its
 * type.
 *
 * @param uri - URI or URI template: `{a}` is one segment, `{+a}` is a path, `{?a,b}` are optional
 *   parameters of the query
 * @throws {HaftError} HAFT_INVALID_OPTION if the URI is not a string, or an option does not exist
 * @example
 * @Resource('orders://{id}{?part}')
 * async order(id: number, part: 'head' | 'lines' = 'head'): Promise<Order> {
 *   return await this.shop.order(id, part);
 * }
 */
export function Resource<K extends string>(
  uri: string,
  options: ResourceOptions<K> & { readonly list: K },
): ResourceDecorator<K>;
export function Resource(uri: string, options: ResourceOptions = {}): DualMethodDecorator & ResourceDecorator<string> {
  requireKind('@Resource uri', uri, 'a string');
  refuseUnknownOptions('@Resource', options, RESOURCE_OPTIONS);
  const record = { ...options, uri };
  return methodRecorder('resource', record) as DualMethodDecorator & ResourceDecorator<string>;
}

const RESOURCE_OPTIONS: OptionNames<ResourceOptions> = {
  name: true,
  title: true,
  description: true,
  mimeType: true,
  icons: true,
  annotations: true,
  list: true,
  version: true,
  metadata: true,
  parameters: true,
};
