/** The imports of generated modules, in projects that install `haft`. */
export * from '@haft/core/reflected';
