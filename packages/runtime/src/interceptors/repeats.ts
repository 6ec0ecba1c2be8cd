/** Marks an interceptor of Haft itself that may call `next()` more than once. */
export const REPEATS = Symbol('repeats');
