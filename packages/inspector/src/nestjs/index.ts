/*
 * A NestJS module that serves the inspector.
 */

export {
  HaftInspectorModule,
  type HaftInspectorModuleOptions,
  type InspectorModuleFacts,
} from './haft-inspector.module.js';
