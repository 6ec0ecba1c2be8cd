import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs one test file with many mutants: a test runner for Jest. It loads the file once and measures
 * which test reaches which mutant. Then it runs these tests again for each mutant that is alive.
 *
 * Every result is a line in the log of the plan, because a mutant can end or block the process.
 */

const circus = join(import.meta.dirname, '../../node_modules/jest-circus/build/jestAdapterInit.js');
/** Reached outside of a test: in hooks for many tests. */
const HOOKS = 'hooks';
/** Above this many milliseconds, a test runs only for mutants that no faster test notices. */
const SLOW = 400;
/** The milliseconds of fast tests that one mutant may cost at first. */
const BUDGET = 1000;

const readPlan = () => JSON.parse(readFileSync(process.env.HAFT_MUTATION_PLAN, 'utf8'));

/** The tests of a file in Jest's state, which can run many times. */
class TestFile {
  #load;
  #run;
  #state;
  #errorListeners = [];
  #current;
  #space;
  /** Counts the snapshots of each test. Set when the file is loaded. */
  snapshots;

  constructor(environment, load, run) {
    this.#load = load;
    this.#run = run;
    this.#space = environment.global.__stryker__ = { mutantCoverage: { static: {}, perTest: {} } };
    environment.handleTestEvent = (event, state) => this.#listen(event, state);
  }

  get tests() {
    const all = [];
    const visit = (block) => {
      for (const child of block.children) child.type === 'test' ? all.push(child) : visit(child);
    };
    visit(this.#state.rootDescribeBlock);
    return all;
  }

  /** Loads all modules again. `mutant` is active from the first statement. */
  async load(mutant) {
    const state = this.#state;
    if (state !== undefined) {
      Object.assign(state.rootDescribeBlock, { children: [], hooks: [], tests: [] });
      Object.assign(state, {
        currentDescribeBlock: state.rootDescribeBlock,
        hasStarted: false,
        hasFocusedTests: false,
      });
    }
    this.#activate(mutant);
    await this.#load(state !== undefined);
    this.#activate(undefined);
    return this.#takeCoverage().static;
  }

  /**
   * Runs the tests at these positions.
   *
   * @returns the positions that failed, how long each test ran, and the mutants that each reached
   */
  async run(wanted, { mutant, bail = false, limits } = {}) {
    const tests = this.tests;
    const modes = tests.map((test) => test.mode);
    const current = { failed: [], took: [], bail, tests };
    for (const [at, test] of tests.entries()) {
      Object.assign(test, { errors: [], status: null, startedAt: null });
      if (wanted !== undefined && !wanted.has(at)) test.mode = 'skip';
      if (limits !== undefined) test.timeout = limits[at];
    }
    this.#state.unhandledErrors = [];
    // Otherwise a repeated test expects snapshots that the file does not have, and fails.
    this.snapshots.clear();
    for (const [name, own] of this.#errorListeners) process.removeAllListeners(name).on(name, own);
    this.#current = current;
    this.#activate(mutant);
    await this.#run();
    this.#activate(undefined);
    for (const [at, test] of tests.entries()) test.mode = modes[at];
    if (this.#state.unhandledErrors.length > 0 && current.failed.length === 0) current.failed.push(-1);
    return { failed: current.failed, took: current.took, reached: this.#takeCoverage() };
  }

  #activate(mutant) {
    Object.assign(this.#space, { activeMutant: mutant, hitCount: mutant === undefined ? undefined : 0, hitLimit: 2e5 });
  }

  #takeCoverage() {
    // The copies keep the outer object.
    const taken = { ...this.#space.mutantCoverage };
    Object.assign(this.#space.mutantCoverage, { static: {}, perTest: {} });
    return taken;
  }

  #listen(event, state) {
    this.#state = state;
    const current = this.#current;
    if (event.name === 'setup') {
      // `teardown` restores other listeners after each run.
      for (const name of ['uncaughtException', 'unhandledRejection', 'rejectionHandled'])
        this.#errorListeners.push([name, process.rawListeners(name)[0]]);
    }
    if (current === undefined) return;
    if (event.name === 'run_start') this.#space.currentTestId = HOOKS;
    if (event.name === 'run_finish') this.#space.currentTestId = undefined;
    if (event.name === 'test_start') {
      this.#space.currentTestId = String(current.tests.indexOf(event.test));
      current.startedAt = performance.now();
    }
    if (event.name === 'test_done') {
      const at = current.tests.indexOf(event.test);
      this.#space.currentTestId = HOOKS;
      current.took[at] = performance.now() - current.startedAt;
      if (event.test.errors.length > 0) {
        current.failed.push(at);
        if (current.bail) for (const test of current.tests) test.mode = 'skip';
      }
    }
  }
}

/** Returns the time limit of each test: far above its usual time, for a busy machine. */
const limitsOf = (took) => took.map((time) => (time === undefined ? undefined : 3000 + 5 * time));

/** Runs each test once without a mutant. */
async function measure(file) {
  const loaded = await file.load();
  const { took, failed, reached } = await file.run();
  const passing = [...took.keys()].filter((at) => took[at] !== undefined && !failed.includes(at));
  const everywhere = { ...loaded, ...reached.static, ...reached.perTest[HOOKS] };
  const reaching = (mutant, tests) =>
    tests.filter((at) => everywhere[mutant] !== undefined || reached.perTest[at]?.[mutant] !== undefined);
  return {
    loaded,
    failed,
    reaching,
    fast: passing.filter((at) => took[at] <= SLOW),
    slow: passing.filter((at) => took[at] > SLOW),
    limits: limitsOf(took),
    took,
  };
}

/** Returns the fastest of these tests, within the budget of a mutant. */
function cheapest(tests, took) {
  let spent = 0;
  return tests.toSorted((a, b) => took[a] - took[b]).filter((at) => (spent += took[at]) <= BUDGET);
}

/** Runs the fast tests that reach each mutant. Notes the work that is left for later. */
async function runWarm(file, plan, tell) {
  const { loaded, failed: unfit, reaching, fast, slow, limits, took } = await measure(file);
  const again = await file.run(new Set(fast));
  const stable = fast.filter((at) => !again.failed.includes(at));
  tell({ fast: stable.length, slow: slow.length, failed: unfit.map((at) => file.tests[at]?.name) });
  for (const mutant of plan.mutants) {
    const reached = reaching(mutant, stable);
    const warm = cheapest(reached, took);
    if (reaching(mutant, slow).length > 0 || warm.length < reached.length) tell({ later: mutant, reason: 'slow' });
    if (reaching(mutant, fast).length > reached.length || loaded[mutant]) tell({ later: mutant, reason: 'load' });
    if (warm.length === 0) continue;
    tell({ reached: mutant });
    if (loaded[mutant]) continue;
    const by = await tryMutant(file, mutant, warm, limits, tell);
    if (by === undefined) continue;
    // State that a mutant leaves behind must not fail the tests of the next one.
    const rerun = await file.run(new Set(warm), { bail: true, limits });
    if (rerun.failed.length === 0) tell({ killed: mutant, by });
    else {
      tell({ later: mutant, reason: 'load' });
      await file.load();
    }
  }
}

/** Runs slow tests, and tests in fresh modules that load with the mutant. */
async function runLater(file, plan, tell, testPath) {
  const { loaded, reaching, fast, slow, limits } = await measure(file);
  let isFresh = true;
  for (const { mutant, reason } of plan.later[testPath]) {
    const tests = reaching(mutant, reason === 'load' ? fast : [...fast, ...slow]);
    const loads = reason === 'load' || loaded[mutant] !== undefined;
    let by;
    let isLoaded = false;
    try {
      // A mutant can leave constants and skipped tests behind.
      if (loads || !isFresh) await file.load(loads ? mutant : undefined);
      isFresh = !loads;
      isLoaded = true;
      if (tests.length > 0) by = await tryMutant(file, mutant, tests, limits, tell);
    } catch {
      by = 'an error while the file loads';
    }
    if (by === undefined) continue;
    await file.load();
    isFresh = true;
    // A test that fails in fresh modules without the mutant does not notice it.
    const rerun = isLoaded ? await file.run(new Set(tests), { bail: true, limits }) : undefined;
    if (rerun === undefined || rerun.failed.length === 0) tell({ killed: mutant, by });
  }
}

/** Returns the name of a test that fails with the mutant. */
async function tryMutant(file, mutant, tests, limits, tell) {
  tell({ start: mutant });
  const { failed } = await file.run(new Set(tests), { mutant, bail: true, limits });
  tell({ end: mutant });
  return failed.length === 0 ? undefined : (file.tests[failed[0]]?.name ?? 'an unhandled error');
}

export default async function runTests(globalConfig, config, environment, runtime, testPath) {
  const plan = readPlan();
  const tell = (line) => appendFileSync(plan.log, `${JSON.stringify({ file: testPath, at: Date.now(), ...line })}\n`);
  const { initialize, runAndTransformResultsToJestFormat } = runtime.requireInternalModule(circus);
  let results;
  const file = new TestFile(
    environment,
    async (again) => {
      if (again) runtime.resetModules();
      await runtime.unstable_importModule(testPath);
    },
    async () => {
      const run = await runAndTransformResultsToJestFormat({ config, globalConfig, testPath });
      results ??= run;
    },
  );
  const setGlobalsForRuntime = runtime.setGlobalsForRuntime.bind(runtime);
  const localRequire = runtime.requireModule.bind(runtime);
  const { snapshotState } = await initialize({
    config,
    environment,
    globalConfig,
    localRequire,
    parentProcess: process,
    runtime,
    setGlobalsForRuntime,
    testPath,
  });
  file.snapshots = snapshotState;
  if (plan.later === undefined) await runWarm(file, plan, tell);
  else await runLater(file, plan, tell, testPath);
  tell({ done: true });
  return JSON.parse(JSON.stringify({ ...results, console: undefined }));
}
