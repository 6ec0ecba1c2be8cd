import { FolderSkillStore } from '../../src/skill/folder/folder-skill-store.js';

/* A process that creates a skill, or replaces one again and again. */

const [root = '', task = '', word = ''] = process.argv.slice(2);
const skills = new FolderSkillStore({ root, writable: true });
const skill = (text: string) => ({
  name: 'shared',
  description: text,
  instructions: text,
  files: Array.from({ length: 8 }, (_, at) => ({ path: `f${String(at)}.txt`, bytes: Buffer.from(text) })),
  properties: {},
});
if (task === 'create') {
  const created = await skills.writer?.create(skill(word));
  process.stdout.write(created === undefined ? 'exists' : 'created');
} else {
  for (let at = 0; ; at += 1) {
    const before = await skills.read('shared');
    await skills.writer?.replace(skill(`${word}${String(at)}`), before?.hash ?? '');
    process.stdout.write('.');
  }
}
