/** Checks arguments and explains problems without a call, for tools that show or test them. */
export * from '@haft/arguments';
export { typedArgumentsOf } from './call/around/typed-arguments-of.js';
