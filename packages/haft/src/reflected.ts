/** What generated modules import, in projects that install `haft`. */
export * from '@haft/core/reflected';
