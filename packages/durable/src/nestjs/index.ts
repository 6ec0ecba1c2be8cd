export { HaftPendingModule, type HaftPendingModuleOptions, type PendingModuleFacts } from './haft-pending.module.js';
