/*
 * A NestJS module with routes for calls that wait for a decision.
 */

export { HaftPendingModule, type HaftPendingModuleOptions, type PendingModuleFacts } from './haft-pending.module.js';
