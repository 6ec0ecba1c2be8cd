/** The reasons for bars that are not met. The shares were measured with `--cpu-prof` on Node 24. */
export const OPEN_BARS = `### Bars that are not met

**P5, import.** The import takes 11 to 12 ms, 1.03x of the build that had 11 ms at first, in turns of 60
processes each. Three empty packages of the same names take 3.7 ms.
2.2 ms are Node's: it compiles the regular expression for \`exports\` when a process imports its second
package. V8 needs 25 µs per kB to find the ends of functions, which is 4.6 ms for the 183 kB of the runtime.
To meet the bar, Haft would need both of these: its own functions instead of reflect-metadata (0.5 ms,
decision 21 gives the reason against it), and an entry point of their own for \`defineTool\` and the
wrappers of toolsets, which a program calls without a promise (about 1.5 ms by their size). One file with
all code of \`haft\` would save 3 ms, but would install a second copy next to \`@haft/runtime\`. Decision
48 tells which part of it is not done on purpose: the figures are of the build before it, and the import
now does 1.8 times the work.

**P6, many tools.** The bars in milliseconds come from a machine whose floor was 2 ms for 1,000 tools
and 15 ms for 10,000. Here the floor is 8 and 90 ms. The bars as ratios to the floor are met. 1,000 tools take 36 ms. The descriptors of the module take 17 ms (1.3 MB of text), \`createRuntime\` 8 to 10 ms
and the schemas 9 ms. The memory is the source text (1.3 MB), the texts of the descriptors (1 MB), the
parsed schemas (1 MB) and 0.3 MB of objects. To meet the bars, schemas would have to leave the module
after a provider has them. The compile cache of Node saves 5 ms.

**P7, a cold process, bundled.** The bar is met without a bundle: Haft adds 4 ms for a module of 100
tools, 3.5 ms for the runtime and 1.7 ms for the call to the classes and their imports. In a bundle,
the classes alone need only the decorators of Haft, so the import of the runtime is a part of the ratio:
9 ms are reading and linking, 4 ms are decorators, 3.5 ms are \`createRuntime\` and 1.7 ms are the first
call. The compile cache of Node saves 8 ms. The bar follows P5.

**P12, batches.** The ratio was 1.14x to 1.34x in eleven runs, and 1.1x to 1.5x before. The floor of
12 ms waits for timers, so the ratio depends on the machine. V8 drops optimised code at each full collection if no object of its kind is alive. The rest is the cost of \`run.call\` and the objects of 1,000
answers.

**P16, calls through a ledger.** The ratios depend on the disk. They are from a day on which a
commit took 0.07 ms with SQLite and 0.15 ms with Postgres. Where a server waits 1 ms more for each
commit, as for a disk of a network, a direct call takes 1.22x, and an approved call 1.26x to 1.36x
in three runs. With SQLite, where a preloaded library waited 1 ms before each sync, they took 1.21x
and 1.18x, and with 3 ms 1.12x and 0.96x. The benchmarks do not have that library. So the bar is met
where commits are slow, except for one of three runs. In time, a direct call takes 0.4 ms more than
two bare writes with SQLite, and 0.8 ms more with Postgres. An approved call takes 1.8 ms and 3.2 ms
more than four. A direct call makes the two writes of its floor. Its rows also have an index of
leases and one of ended rows, so that a commit writes more pages. An approved call makes three
writes: the first one has its run, a decision begins the attempt in the same write, and the run is
not written again for an outcome that its row has. It reads its row and its run four times, since
the person may decide in another process. It takes 1 ms of CPU: a third for SQLite, and the rest for
JSON, fingerprints, checks and garbage collection, with no part over a tenth. To meet the bar on a
disk with commits of 0.07 ms, it would have to take a fifth of that. Among 100,000 rows, the 99th
percentile of a step is 0.5 to 1.0 ms with SQLite and 0.5 to 1.8 ms with Postgres in two runs, where
the bar is 1 ms. These steps wait for the disk, so the percentile is that of the disk and of other
work on the machine. From 1,000 to 100,000 rows, the median of a step grew by up to 2.1x with
Postgres in one run, and by nothing in the other. The bytes of a row do not grow.

**P17, the fleet.** A call without a ledger takes 1.4x to 1.6x the time of a bare job of BullMQ in
four runs: 0.2 ms more. With a ledger, a background call takes 1.4x to 1.8x: 0.15 to 0.4 ms more. On
a disk with commits that took three to eight times as long, the ratios were 1.33x, 1.22x and 1.28x.
Single rounds are between 0.9x and 2.6x, since Redis, two processes and the benchmark share two
cores. A call sends the same commands to Redis as a bare job: three scripts. It sends 4.9 kB instead
of 3.0 kB, and reads 2.8 kB instead of 1.8 kB: the call has its run and its fingerprints, and BullMQ
stores the outcome and sends it in an event. The code of Haft, for the sender and the worker
together, is a sixth of the CPU. Turns of tenants cost nothing that can be measured: without them,
the ratios are the same.

**P18, programs.** With small results, a program takes 1.1x to 1.4x the CPU of the code mode of the AI
SDK. With 560 kB it takes 0.3x. Both use the package \`run\`, so only the code around it differs. In front
of each program, Haft has 7 kB of code that handles printed text, results, errors and calls that nothing
awaits. The sandbox reads it for each program: 1.5 to 2 ms. The stack of each call, which gives its line
to approvals and errors, takes 5 % of a program with 50 calls. With \`Promise.all\`, the program sends at
most ten calls at a time, so that it starts no further calls after an error. 50 calls in one message
would take 4 ms less. The check by the compiler of TypeScript takes 3 to 11 ms more.

**P19, files.** An edit takes twice the time of the floor. The floor opens a path. Haft opens the root,
fixes the entry before it opens the file, proves that the file has one name, and compares the file
again before the new one takes its name: ten more operations of the system, 0.1 ms. Over MCP, three
times less than the official server is out of reach: of 1.1 ms that the official server takes to read
100 kB, a tool of its SDK that returns a constant text takes 1.0 ms. A tool that does nothing takes 0.09
ms with that SDK, 0.13 ms with the second version of the SDK, and 0.17 ms with Haft, which uses the
second version. A result of Haft has its JSON as text, so the text is written three times: as JSON, in
the text part and in the structured content.`;
