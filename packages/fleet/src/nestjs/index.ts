/*
 * A NestJS module for the sender and for workers.
 */

export { HAFT_FLEET, HaftFleetModule, type HaftFleetModuleOptions } from './haft-fleet.module.js';
export type { FleetModuleFacts, FleetWorkerFacts, FleetWorkerRuntime } from './fleet-facts.js';
