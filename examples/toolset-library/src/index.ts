export { NoteStore, type Note } from './note-store.js';
export { NotesToolset } from './notes.toolset.js';
export { toolsets, type Tools } from './toolsets.gen.js';
