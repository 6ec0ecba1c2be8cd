export {
  HaftInspectorModule,
  type HaftInspectorModuleOptions,
  type InspectorModuleFacts,
} from './haft-inspector.module.js';
