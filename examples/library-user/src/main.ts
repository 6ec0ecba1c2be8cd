import { deepEqual, equal, ok } from 'node:assert/strict';
import { NoteStore, NotesToolset, toolsets as notes } from 'example-toolset-library';
import { compose, createRuntime } from 'haft';
import { ClockToolset } from './clock.toolset.js';
import { NotesInMemory } from './notes-in-memory.js';
import { toolsets as own } from './toolsets.gen.js';

// #region runtime
const runtime = createRuntime({
  toolsets: [own, notes],
  provide: [{ provide: NoteStore, useClass: NotesInMemory }],
});
// #endregion runtime
const run = runtime.startRun();

const names = (await run.definitions()).map(({ name }) => name);
deepEqual(names, ['clock_today', 'notes_write', 'notes_find']);

// #region calls
// Typed by the library's generated module.
const written = await run.call('notes_write', {
  title: 'Key',
  text: 'Under the mat.',
  written: '2026-02-28T12:00:00Z',
});
// #endregion calls
equal(written.text, 'Written: Key');

const again = await run.call('notes_write', { title: 'Key', text: 'In the drawer.' });
equal(again.status, 'retry', 'what the library throws reaches the model');
ok(again.text.includes("There is a note 'Key' already."), again.text);

const wrong = await run.call({ name: 'notes_write', arguments: '{"title":"","txt":"?"}' });
equal(wrong.status, 'retry', 'arguments of the tools of a library are checked');
ok(wrong.text.includes('did you mean "text"?'), wrong.text);

const found = await run.call('notes_find', { words: ['mat'] });
equal(found.text, '[{"title":"Key","text":"Under the mat.","written":"2026-02-28T12:00:00.000Z"}]');
await run.end();

// #region composed
// One of its tools, under a name of this application.
const team = compose(notes.pick(NotesToolset)).filter(['notes_find']).prefix('team');
// #endregion composed
const other = createRuntime({
  toolsets: [own.pick(ClockToolset), team],
  provide: [{ provide: NoteStore, useClass: NotesInMemory }],
});
const shown = (await other.startRun().definitions()).map(({ name }) => name);
deepEqual(shown, ['clock_today', 'team_notes_find']);
await other.dispose();
await runtime.dispose();

console.log(
  `${names.join(', ')}: the tools of a library and of the application in one runtime; all expectations hold.`,
);
