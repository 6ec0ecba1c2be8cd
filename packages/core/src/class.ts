/** A class as a value, possibly abstract. */
export type Class<T = unknown> = abstract new (...args: never[]) => T;

/** A key of a value in the container: a class, a string or a symbol. */
export type Token<T = unknown> = Class<T> | string | symbol;
