// Checks regular expressions with recheck in a process of its own: its program is ten times as fast
// as its JavaScript inside of jest. Reads [source, flags] pairs as JSON from stdin.
import { readFileSync } from 'node:fs';
import recheck from 'recheck';

const LONG = 120_000;
const PATIENT = { checker: 'fuzz', timeout: LONG, attackTimeout: LONG, incubationTimeout: LONG, seedingTimeout: LONG };

const LINEAR = /^(?:safe|linear)/;

const pairs = JSON.parse(readFileSync(0, 'utf8'));
// The time for alternatives at the top is the sum of their times. Together they take much longer
// to check.
const results = pairs.map(([source, flags]) => {
  const found = alternatives(source).map((one) => check(one, flags.replace(/[dv]/g, '')));
  const { status, complexity } = found.find((one) => !LINEAR.test(one.complexity?.summary)) ?? found[0];
  return { status, complexity: complexity?.summary };
});
process.stdout.write(JSON.stringify(results));

/** The alternatives of a regular expression outside of its groups. */
function alternatives(source) {
  const found = [''];
  let depth = 0;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) found.push('');
    else found[found.length - 1] += token;
  }
  return found;
}

/** Only the search for attacks knows lookarounds. */
function check(source, flags) {
  const found = recheck.checkSync(source, flags, { checker: 'automaton', timeout: null });
  return found.status === 'unknown' ? recheck.checkSync(source, flags, PATIENT) : found;
}
