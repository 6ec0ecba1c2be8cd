import { combine, compose, createRuntime, decision, type Interceptor } from 'haft';
import { PeopleToolset } from './people.toolset.js';
import { toolsets } from './toolsets.gen.js';
import { WeatherToolset } from './weather.toolset.js';

// #region compose
const people = compose(toolsets.pick(PeopleToolset))
  .filter(['list', 'remove']) // clear does not exist for a model
  .prefix('people')
  .requireApproval(['people_remove']);
const weather = toolsets.pick(WeatherToolset);
// #endregion compose

// #region interceptor
const protocol: Interceptor = {
  async intercept(call, next) {
    const outcome = await next();
    console.log(`  [${call.definition.name}: ${outcome.status}]`);
    return outcome;
  },
};
// #endregion interceptor

// #region runtime
const runtime = createRuntime({ toolsets: combine(people, weather), interceptors: [protocol] });
const run = runtime.startRun({ userId: 'ann' });
const names = (await run.definitions()).map((tool) => tool.name);
console.log(`A model sees ${names.join(', ')}.`);
console.log((await run.call('weather_today', {})).text);
// #endregion runtime

// #region approval
const outcome = await run.call({ id: 'call_1', name: 'people_remove', arguments: '{"name":"Bob"}' });
console.log(`${outcome.status}: ${outcome.text}`);
if (outcome.status === 'deferred') {
  const { id, tool, arguments: args } = outcome.request; // plain JSON: show it to an approver, today or tomorrow
  console.log(`May the model call ${tool} with ${JSON.stringify(args)}?`);
  const [resumed] = await run.resume({ [id]: decision.approve() });
  console.log(`${resumed?.status}: ${resumed?.text}`);
}
// #endregion approval

await run.end();
