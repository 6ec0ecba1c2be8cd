/**
 * A whole number. For the compiler a `number`; in the schema of a parameter, property or item an `integer`, so that `1.5`
 * is refused.
 *
 * @example list(limit: integer = 20) {}
 */
export type integer = number;
