/**
 * Why bars are not met, what was tried, and what it would take: prose of the page, since figures alone would only say that they are
 * not. The shares were measured with `--cpu-prof` and with parts taken out, Node 24.
 */
export const OPEN_BARS = `### Bars that are open

**P1, S.** The bar of a call in a run is met (1.6x), that of a run of one call is met in some measurements and not in others (2.1x to 2.3x; 2.2x is asked for). The goals behind them (1.4x and 1.6x, which a prototype had) are not reached. A ladder of parts that were taken out one after another, each in a process of its own, says where 0.35 µs go: the promise of the call 0.06 µs, the
table of deadlines 0.05 µs, the look whether the result is plain data (which the prototype did not have) 0.05 µs, \`RunContext\` 0.02 µs, the rest a few nanoseconds a step; and the same \`JSON.parse\` and \`JSON.stringify\` take 0.1 µs more among all this than alone, for a call allocates 1.5 kB where the floor has 0.9 kB.
Done: what few calls have stands in an object that the others share (33 fields of a call to 18), the timer of the deadlines is told of a call only when nothing else keeps the process, no map while a run knows one tool, one question before the usual call instead of four, no iterators (1.72x to 1.58x; a run of one call 2.3x to 2.1x). Tried,
without a gain that could be measured: a list or a table of fixed places instead of the array of calls in flight, no closure for the promise's executor, public fields in \`RunContext\`, \`Object.keys\` instead of \`for in\`, larger budgets for V8's inlining.

**P2, S.** 1.75x, M is at its bar (1.4x), L is below the floor. A valid call of S is 1.6x the floor already, so 1.6x for an invalid one leaves nothing for the explanation. Done: what a line of a retry prompt says of a place, and the help
when a problem comes back, are written once a tool (the text of S took 0.37 µs, and takes 0.1 µs); collectors emitted as code, in a module that the first refusal loads; of what is wrong, only the rules that may be broken are looked at again;
candidates for did-you-mean are prepared once (together S 2.25x to 1.75x, M 1.86x to 1.4x, L 1.12x to 0.96x). Calls of DTOs with rules that no schema says took the long way,
with nine promises; now they wait only where a rule does (M 2.2x to 1.4x; a valid M, most of which is validator.js, 6.6x to 5.1x);
where the author wrote messages for rules, the schema is followed once for each place and not for each issue (1.3 µs an issue to 0.1 µs). What it would take for S: what it would take for P1.

**P5, import.** 12 to 13 ms. The same code in one file, imported by its path, takes 9 ms (8 with short names everywhere), and is within the bar: three packages cost the rest. Of it, 2.2 ms are Node's own: it looks at the target of a
package's \`exports\` with a regular expression that V8 interprets the first time and compiles the second time (1.1 ms each; from the third package on it is free), so that a process that imports two packages of any kind has paid it already. Of what is ours, V8 takes 22 µs a kB to find the
ends of functions (4 to 5 ms), and 2 ms to make the 600 functions and classes of the top; running them is 1 ms. Done: what mends and refuses arguments (150 kB) is loaded by the first call whose arguments do not fit, the slim build of reflect-metadata, two files less (17 to 14 ms); short names for what is local to a function (1 ms).
Tried: one import statement for each package instead of sixty (none), \`haft\` importing the words of \`@haft/core\` by way of \`@haft/runtime\` (0.7 ms, and a package that says everything twice). What it would take: \`haft\` with all its code in its own file, which makes two copies of it beside
\`@haft/runtime\` (and 0.5 MB, beyond the bar of P8), or all of these: ten functions of our own instead of reflect-metadata (0.7 ms; decision 0021 says why not), and 100 kB less at the start (2 ms: resuming, worker threads, the cache of results, the long way of a call, \`defineTool\` and the wrappers of \`compose\` on demand).

**P6, many tools.** The bars were set in milliseconds on a machine whose floor was 2 and 15 ms; here \`JSON.parse\` of the same definitions takes 8 and 90 ms, and the text of each schema 2 ms more: nothing that keeps schemas as JSON can be ready in 10 ms.
The bars as ratios to the floor (5x and 4x) are met: 1,000 tools are 4.3x, 10,000 are 3.3x. Of 36 ms for 1,000 tools, reading the descriptors in the module is 17 ms (1.3 MB of text), \`createRuntime\` 8 to 10 ms
(2 ms of it look at what stands on the function of each method), parsing the schemas and writing them as text 9 ms. TypeBox, whose schemas are objects in the code, needs 35 ms. The memory is the source text (1.3 MB, which V8 keeps as long as it may compile from it), the texts of the
descriptors (1 MB) and the parsed schemas (1 MB, as much as the floor's); what Haft makes of them is 0.3 MB. In the realistic project, linking the imports of its files is a part of it.
Done: the checks, with their imports of DTOs, stand in a module that the first call imports (decision 0023; 1,000 tools 6.8x to 4.3x and 6.2 to 4.4 MB, 10,000 tools 5.0x to 3.3x and 57 to 39 MB; the first call of a cold process costs 1 to 1.5 ms more, and later calls nothing); tools stand in constants of the module and
no longer in a function that V8 reads twice; records of a class are looked up once, and recipes of the container are made of what is asked for. Tried: the members of a tool as one JSON text and arguments by position (3.5 ms
and 0.7 MB less, and a module that nobody can read); result, example and fingerprint elsewhere (2.5 ms). What it would take for the milliseconds: the compile cache of Node, and a machine whose floor is below them; for the memory, schemas that are neither text in the module nor kept once a provider has them.

**P7, a cold process.** The 30 files of the project cost as much as bare Node itself (0.7 ms each, with the decorators); what Haft adds to them is its import, 4 ms for a module of 100 tools, 3.5 ms for the runtime and 1.7 ms for the call, all of it mostly functions that run, and are compiled, for the first time. Bundled, as a
function in the cloud would be, with what is imported on demand in files beside it, the whole is 1.7x (it was 2.2x); with the compile cache of Node 1.5x. It follows P5.

**P12, batches.** \`run.callAll\` admits a whole batch before its first call runs (limits are checked for all) and answers with all outcomes, so the calls that wait and the outcomes are alive at once. In a process that does nothing else, the main thread spends as much on it as on the floor; what is left is the collection, by threads of V8,
of what was alive. Done: no promise and no closure for a call in a batch, one loop that begins those that wait (1.8x to 1.5x), smaller calls, and none of them is kept when it is answered (no gain that a quiet machine shows: 1.4x to 1.5x). \`run.call\` with the limiter that the others have is 1.0x to 1.3x. What it would take: admitted calls as two arrays, of states and of
numbers, and a \`Call\` made when its turn comes.`;
