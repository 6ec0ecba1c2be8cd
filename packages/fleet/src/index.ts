export type { CallExecutor } from '@haft/runtime';
