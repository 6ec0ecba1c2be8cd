export { HAFT_FLEET, HaftFleetModule, type HaftFleetModuleOptions } from './haft-fleet.module.js';
export type { FleetModuleFacts, FleetWorkerFacts, FleetWorkerRuntime } from './fleet-facts.js';
