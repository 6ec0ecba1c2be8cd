/**
 * A whole number. The compiler treats it as `number`. In the schema of a parameter, property or
 * item it is `integer`, so that Haft rejects `1.5`.
 *
 * @example list(limit: integer = 20) {}
 */
export type integer = number;
