import { callSuite, type CallResults } from './call.js';
import { codeSuite, type CodeResults } from './code.js';
import { coldStartSuite, type ColdStartResults } from './cold-start.js';
import { concurrencySuite, type ConcurrencyResults } from './concurrency.js';
import { dataSuite, type DataResults } from './data.js';
import { defineSuite, type DefineResults } from './define.js';
import { dtoSuite, type DtoResults } from './dto.js';
import { fetchSuite, type FetchResults } from './fetch.js';
import { filesSuite, type FileResults } from './files.js';
import { fleetSuite, type FleetResults } from './fleet.js';
import { importSuite, type ImportResults } from './import.js';
import { ledgerSuite, type LedgerResults } from './ledger.js';
import { partialSuite, type PartialResults } from './partial.js';
import { buildSuite, type BuildResults } from './build.js';
import { planSuite, type PlanResults } from './plan.js';
import { recursiveSuite, type RecursiveResults } from './recursive.js';
import { scalingSuite, type ScalingResults } from './scaling.js';
import { schedulesSuite, type SchedulesResults } from './schedules.js';
import { searchSuite, type SearchResults } from './search.js';
import { sizeSuite, type SizeResults } from './size.js';
import { skillsSuite, type SkillsResults } from './skills.js';
import type { SuiteOptions } from './suite.js';
import { textsSuite, type TextsResults } from './texts.js';

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
  recursive: recursiveSuite,
  partial: partialSuite,
  search: searchSuite,
  code: codeSuite,
  plan: planSuite,
  files: filesSuite,
  data: dataSuite,
  fetch: fetchSuite,
  texts: textsSuite,
  schedules: schedulesSuite,
  skills: skillsSuite,
  ledger: ledgerSuite,
  fleet: fleetSuite,
};

/** The results of the suites. */
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
  readonly recursive: RecursiveResults;
  readonly partial: PartialResults;
  readonly search: SearchResults;
  readonly code: CodeResults;
  readonly plan: PlanResults;
  readonly files: FileResults;
  readonly data: DataResults;
  readonly fetch: FetchResults;
  readonly texts: TextsResults;
  readonly schedules: SchedulesResults;
  readonly skills: SkillsResults;
  readonly ledger: LedgerResults;
  readonly fleet: FleetResults;
}

export type SuiteName = keyof Results;
