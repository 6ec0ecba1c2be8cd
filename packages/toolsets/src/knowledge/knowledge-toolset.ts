import { requireKind } from '@haft/core';
import { fromInstance, type ComposedToolset } from '@haft/runtime';
import type { KnowledgeBase } from './knowledge-base.js';
import { KnowledgeToolset } from './knowledge.toolset.js';
import { toolsets, type Tools } from './toolsets.gen.js';

/**
 * Makes the tool `knowledge_search`. It finds the documents of the run's tenant, and those of its
 * user.
 *
 * @example knowledgeToolset(new KnowledgeBase({ store: new SqliteTextStore({ file: 'knowledge.db' }) }))
 */
export function knowledgeToolset(knowledge: KnowledgeBase): ComposedToolset<Tools> {
  requireKind('The argument of knowledgeToolset()', knowledge, { methods: ['search'], name: 'a KnowledgeBase' });
  return fromInstance(new KnowledgeToolset(knowledge), toolsets);
}
