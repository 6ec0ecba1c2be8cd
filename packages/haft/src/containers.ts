/* The container, adapters for containers of other libraries, and the kinds of providers. */

export { createContainer, fromAwilix, fromInversify, fromResolve, fromTsyringe } from '@haft/runtime';
export type {
  AliasProvider,
  AwilixContainerLike,
  AwilixOptions,
  ClassProvider,
  Container,
  ContainerOptions,
  DefaultContainer,
  FactoryProvider,
  InversifyContainerLike,
  InversifyOptions,
  Lifetime,
  OptionalToken,
  ResolveFunctionOptions,
  Scope,
  TsyringeContainerLike,
  ValueProvider,
} from '@haft/runtime';
