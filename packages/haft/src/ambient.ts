export { currentRun } from '@haft/runtime/ambient';
