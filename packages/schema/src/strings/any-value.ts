/** The phrase for a schema that says nothing about a value. */
export const ANY_VALUE = 'a value';
