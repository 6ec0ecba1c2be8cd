export type { CallLedger } from '@haft/runtime';
