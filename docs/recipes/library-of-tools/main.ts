import assert from 'node:assert/strict';
import { compose, createRuntime } from 'haft';
import { NoteStore, NotesToolset, toolsets as notes } from './library/index.js'; // 'acme-notes'

class NotesInMemory extends NoteStore {
  readonly all = ['Buy oars.'];
  texts = async () => this.all;
  add = async (text: string) => void this.all.push(text);
}

// The application chooses the tools, their names, and the service behind them.
const team = compose(notes.pick(NotesToolset)).filter(['notes_find']).prefix('team');
const provide = [{ provide: NoteStore, useClass: NotesInMemory }];
const run = createRuntime({ toolsets: team, provide }).startRun();

assert.deepEqual(
  (await run.definitions()).map(({ name }) => name),
  ['team_notes_find'],
);
assert.equal((await run.call('team_notes_find', { word: 'oars' })).text, '["Buy oars."]');
assert.throws(() => createRuntime({ toolsets: notes }), /NoteStore/); // nothing provides the store
