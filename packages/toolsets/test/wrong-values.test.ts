import { expect, it } from '@jest/globals';
import { giveWrongValues } from '../../core/test/support/wrong-values.js';
import * as code from '../src/code/index.js';
import * as data from '../src/data/index.js';
import * as file from '../src/file/index.js';
import * as http from '../src/http/index.js';
import * as human from '../src/human/index.js';
import * as knowledge from '../src/knowledge/index.js';
import * as memory from '../src/memory/index.js';
import * as plan from '../src/plan/index.js';
import * as query from '../src/query/index.js';
import * as refs from '../src/refs/index.js';
import * as schedule from '../src/schedule/index.js';
import * as search from '../src/search/index.js';
import * as shell from '../src/shell/index.js';
import * as skill from '../src/skill/index.js';

const MODULES = { code, data, file, http, human, knowledge, memory, plan, query, refs, schedule, search, shell, skill };

it.each(Object.entries(MODULES))(
  'every function of %s refuses or takes values of other kinds',
  async (_name, module) => {
    const { failures, takesUnknown } = await giveWrongValues(module);
    expect(failures).toEqual([]);
    expect(takesUnknown).toEqual([]);
  },
);
