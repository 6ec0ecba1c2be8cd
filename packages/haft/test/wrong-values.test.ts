import { expect, it } from '@jest/globals';
import { giveWrongValues } from '../../core/test/support/wrong-values.js';
import * as fleet from '../../fleet/src/index.js';
import * as anthropic from '../../providers/src/anthropic.js';
import * as bedrock from '../../providers/src/bedrock.js';
import * as gemini from '../../providers/src/gemini.js';
import * as openai from '../../providers/src/openai.js';
import * as extend from '../src/extend.js';
import * as feedback from '../src/feedback.js';
import * as haft from '../src/index.js';
import * as telemetry from '../src/telemetry.js';
import * as runtime from '../../runtime/src/index.js';

/** JSON has no form for some values. That is a documented TypeError. */
const WRITES_JSON = ['jsonText', 'succeedWith', 'wireForm'];

const MODULES = { haft, extend, feedback, telemetry, runtime, anthropic, bedrock, gemini, openai, fleet };

/** Their subscriptions would see the calls of other tests. */
const SUBSCRIBES = ['enableTelemetry', 'recordCalls'];

/** Functions that take any object. */
const TAKES_ANY = [...['decisions', 'describeMadeCalls', 'disposeOf', 'isProgressive', 'rankByText', 'runContextOf']];

it.each(Object.entries(MODULES))(
  'every function of %s refuses or takes values of other kinds',
  async (_name, module) => {
    const { failures, takesUnknown } = await giveWrongValues(module, WRITES_JSON, SUBSCRIBES);
    expect(failures).toEqual([]);
    expect(takesUnknown.filter((name) => !TAKES_ANY.includes(name))).toEqual([]);
  },
);
