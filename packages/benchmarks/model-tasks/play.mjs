// Plays one task. The player sees what a model sees: definitions, instructions, task, outcomes.
//   node play.mjs --task 3                    reads messages from stdin, one JSON object a line
//   node play.mjs --task 3 --port 8420        waits for messages on a loopback port
//   node play.mjs --send 8420 '{"calls":[]}'  sends one of them
//   node play.mjs --replay FILE               plays a record again
// A message is {"calls":[{"name":"...","arguments":{}}]} or {"answer":"..."}, and is a trip.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { replayed, startGame } from './game.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    task: { type: 'string' },
    from: { type: 'string', default: import.meta.dirname },
    tools: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', default: '.world' },
    records: { type: 'string', default: 'records' },
    'site-port': { type: 'string', default: '0' }, // any free port
    play: { type: 'string', default: '1' },
    port: { type: 'string' },
    send: { type: 'string' },
    replay: { type: 'string' },
    defs: { type: 'string', default: 'print' }, // print, names or none
  },
});

if (options.send) await send();
else if (options.replay)
  console.log(JSON.stringify(await replayed(JSON.parse(readFileSync(options.replay, 'utf8')), options)));
else await play();

async function send() {
  const body = positionals[0] ?? readFileSync(0, 'utf8');
  const response = await fetch(`http://127.0.0.1:${options.send}/`, { method: 'POST', body });
  process.stdout.write((await response.text()) + '\n');
}

async function play() {
  const game = await startGame(options);
  console.log(await game.brief());
  if (options.port) {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      response.end(await taken(game, body));
      if (game.isOver()) server.close();
    });
    server.keepAliveTimeout = 1;
    server.listen(Number(options.port), '127.0.0.1');
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    console.log(await taken(game, line));
    if (game.isOver()) break;
  }
  await game.end();
}

async function taken(game, body) {
  try {
    return await game.take(JSON.parse(body));
  } catch (error) {
    return error instanceof SyntaxError ? `The message is not JSON: ${error.message}` : String(error.stack);
  }
}
