export { NotesToolset, NoteStore } from './notes.toolset.js';
export { toolsets } from './toolsets.gen.js';
