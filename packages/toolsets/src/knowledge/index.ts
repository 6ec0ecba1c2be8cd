/*
 * Your documents, found by words and by meaning.
 */

export * from '../texts/public.js';
export { type FolderOptions, type FolderProgress, type FolderReport } from './ingest/add-folder.js';
export {
  KnowledgeBase,
  type AddedDocument,
  type AddOptions,
  type KnowledgeScope,
  type KnowledgeSettings,
  type SearchOptions,
} from './knowledge-base.js';
export { KnowledgeToolset, type KnowledgePassage } from './knowledge.toolset.js';
export { knowledgeToolset } from './knowledge-toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
