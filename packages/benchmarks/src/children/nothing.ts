/* One cold process that does nothing: bare Node. */
export {};
