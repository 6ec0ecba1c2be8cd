import { createRuntime } from 'haft';
import type { AppDeps } from './app-deps.js';
import { Catalog } from './catalog.js';
import { LibraryToolset } from './library-toolset.js';
import { toolsets } from './toolsets.gen.js';

/** The library's tools: the same for every way out. */
export function createLibrary() {
  return createRuntime({ toolsets: toolsets.pick(LibraryToolset), provide: [Catalog] }).withDeps<AppDeps>();
}
