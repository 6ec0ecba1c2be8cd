import assert from 'node:assert/strict';
import { override, scriptedModel, testToolset } from '@haft/testing';
import { createRuntime } from 'haft';
import { toolsets } from './toolsets.gen.js';
import { WeatherService } from './weather.toolset.js';

const asked: string[] = [];
const fake = { today: async (city: string) => (asked.push(city), { degrees: 21 }) };

// The tool is real, and the service behind it is fake.
await using tools = testToolset(toolsets, { overrides: [override(WeatherService, fake)] });
assert.equal((await tools.call('weather_today', { city: 'Rome' })).text, '21 degrees in Rome');

// A conversation without a model: it calls the tool, then answers.
const runtime = createRuntime({ toolsets, provide: [{ provide: WeatherService, useValue: fake }] });
const model = scriptedModel([{ name: 'weather_today', arguments: { city: 'Oslo' } }, 'Warm.']);
assert.equal((await model.run(runtime.startRun())).text, 'Warm.');
assert.deepEqual(asked, ['Rome', 'Oslo']);
