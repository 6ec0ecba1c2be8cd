// Runs compiled recipes in one process: `node run-recipes.mjs FOLDER NAME...`. Prints the problem
// of each as JSON, an empty text if what it asserts holds.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , root, ...names] = process.argv;
const problems = {};
for (const name of names) {
  try {
    await import(pathToFileURL(join(root, 'dist', name, 'main.js')).href);
    problems[name] = '';
  } catch (error) {
    problems[name] = String(error);
  }
}
process.stdout.write(JSON.stringify(problems), () => process.exit());
