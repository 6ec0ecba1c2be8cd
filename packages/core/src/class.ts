/** A class as a value; also an abstract one. */
export type Class<T = unknown> = abstract new (...args: never[]) => T;

/** What the container can be asked for: a class, or a token that stands for a value. */
export type Token<T = unknown> = Class<T> | string | symbol;
