// Checks regular expressions with recheck in a process of its own: its program is ten times as fast
// as its JavaScript inside of jest. Reads [source, flags] pairs as JSON from stdin.
import { readFileSync } from 'node:fs';
import recheck from 'recheck';

const LONG = 120_000;
const PATIENT = { checker: 'fuzz', timeout: LONG, attackTimeout: LONG, incubationTimeout: LONG, seedingTimeout: LONG };

const pairs = JSON.parse(readFileSync(0, 'utf8'));
const results = pairs.map(([source, flags]) => {
  const { status, complexity } = check(source, flags.replace(/[dv]/g, ''));
  return { status, complexity: complexity?.summary };
});
process.stdout.write(JSON.stringify(results));

/** Only the search for attacks knows lookarounds. */
function check(source, flags) {
  const found = recheck.checkSync(source, flags, { checker: 'automaton', timeout: null });
  return found.status === 'unknown' ? recheck.checkSync(source, flags, PATIENT) : found;
}
