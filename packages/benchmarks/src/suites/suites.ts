import { callSuite, type CallResults } from './call.js';
import { coldStartSuite, type ColdStartResults } from './cold-start.js';
import { concurrencySuite, type ConcurrencyResults } from './concurrency.js';
import { defineSuite, type DefineResults } from './define.js';
import { dtoSuite, type DtoResults } from './dto.js';
import { importSuite, type ImportResults } from './import.js';
import { buildSuite, type BuildResults } from './build.js';
import { scalingSuite, type ScalingResults } from './scaling.js';
import { sizeSuite, type SizeResults } from './size.js';
import type { SuiteOptions } from './suite.js';

/** Every suite by its name on the command line. */
export const suites: {
  readonly [Name in SuiteName]: (options: SuiteOptions) => Promise<Results[Name]> | Results[Name];
} = {
  call: callSuite,
  dto: dtoSuite,
  import: importSuite,
  define: defineSuite,
  'cold-start': coldStartSuite,
  size: sizeSuite,
  build: buildSuite,
  scaling: scalingSuite,
  concurrency: concurrencySuite,
};

/** What the suites find. */
export interface Results {
  readonly call: CallResults;
  readonly dto: DtoResults;
  readonly import: ImportResults;
  readonly define: DefineResults;
  readonly 'cold-start': ColdStartResults;
  readonly size: SizeResults;
  readonly build: BuildResults;
  readonly scaling: ScalingResults;
  readonly concurrency: ConcurrencyResults;
}

export type SuiteName = keyof Results;
