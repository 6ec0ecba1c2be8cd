/*
 * Runs one suite in a separate process:
 * `node --expose-gc dist/run-suite.js NAME ROUNDS SAMPLE_MILLISECONDS FILE`.
 */
import { writeFileSync } from 'node:fs';
import { SUITES } from './suites/suite-names.js';
import { suites } from './suites/suites.js';

const [, , asked, rounds, sampleMilliseconds, file = ''] = process.argv;
const name = SUITES.find((one) => one === asked);
if (name === undefined) throw new Error(`There is no suite ${String(asked)}; there are ${SUITES.join(', ')}.`);
const options = { rounds: Number(rounds), sampleMilliseconds: Number(sampleMilliseconds) };
writeFileSync(file, JSON.stringify(await suites[name](options)));
process.exit(0);
