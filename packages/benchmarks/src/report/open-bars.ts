/**
 * Why bars are not met, what was tried, and what it would take: prose of the page, since figures alone would only say that they are
 * not. The shares were measured with `--cpu-prof` and with parts taken out, Node 24.
 */
export const OPEN_BARS = `### Bars that are open

**P1, a run of one call, S.** 2.1x to 2.3x from one measurement to the next. A run of one call makes a run, the state of its tool and a map beside the call, 0.3 µs together; a fifth of the time is the collection of what was made.
Tried: no map while a run knows one tool (no gain).

**P2, S and M.** A valid call of S is 1.7x the floor already, so 1.6x for an invalid one leaves nothing for the explanation, which takes 0.5 µs: 0.25 µs to walk the schema, 0.25 µs for the text. Of M (1.9x) the walk is 0.75 µs, the
text 0.45 µs, did-you-mean 0.2 µs. L is met since the good items of a list are passed over by the emitted check. Tried, without a gain that could be measured: tests of parts of a schema as nested functions (reading a property by a name in a
variable is what costs), prepared candidates for did-you-mean, sets of names and phrases that need no escape, no object for the stages that were not reached. What it would take: collectors emitted as code, in a
module of their own that is loaded at the first refusal; that brings M to about 1.5x, and S to the cost of a valid call.

**P5, import.** Compiling 370 kB of JavaScript is 8 ms of it (V8 reads every function once to find its end; minified it is 7 ms), reflect-metadata 2 ms, each file 0.5 ms. Done: what the run time needs of its dependencies stands in the
bundles (\`@haft/core\` alone: from 9.5 to 3.5 ms). With the refusing half of the call left out (repair, coercion, issues, examples, formats, retry prompts: 130 kB) the import is 4.7 ms cheaper; with resuming, rules and
worker threads left out as well, 5.5 ms: then the bar is met. What it would take: that half behind an \`import()\` at the first refusal, and \`formatRetryPrompt\`, \`formatAnnotated\`, \`checkPartial\`, \`acceptArguments\` and JSON Schema
given to \`defineTool\` in a subpath of their own.

**P6, many tools.** The tools of this benchmark are realistic: ten a class, one class, one service and two DTOs a file. Linking the 300 imports of a module of 1,000 tools takes 12 to 14 ms by itself (9 ms without those of DTOs), more
than the bar allows for everything; reading 1 MB of schemas as text in JavaScript takes 8 to 10 ms, parsing them 2.5 ms. Done: \`createRuntime\` makes a tool when it is called first, and definitions when they are asked for (1,000 tools: 30
to 15 ms; 10,000: 350 to 160 ms); what is left of it is mostly reading decorators' records, 3.6 µs a tool, and planning the container. Tried: one JSON text a toolset in place of objects (10 ms less at import, 3 ms more at the first
definition, and a module nobody can read). What it would take: the checks, with their imports of DTOs, in a second module that is imported at the first call: about 12 ms of 60 at 1,000 tools, for two generated files a project. The bar itself needs an application in one file.

**P7, a cold process.** The 30 files of the project cost as much as bare Node itself (1.0 ms each, without Haft); what Haft adds to them is its import and 5 ms for the module, the runtime and the call. Bundled into one file, as a
function in the cloud would be, the whole is 2.0x to 2.2x. It follows P5 and P6.

**P12, batches.** \`run.callAll\` admits a whole batch before its first call runs (limits are checked for all) and answers with all outcomes: what a thousand calls need is alive at once, and half of what it costs beyond \`run.call\`
is the collection of it. Done: no promise and no closure for a call in a batch, one loop that begins those that wait (1.8x to 1.5x). \`run.call\` with the limiter that the others have is 1.25x. What it would take: a smaller \`Call\`, with what is rare in an object that is made when it is needed.`;
