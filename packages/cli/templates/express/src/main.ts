import { app } from './app.js';

const port = Number(process.env['PORT'] ?? 3000);
app.listen(port, () =>
  console.log(`Listening at http://localhost:${port}
  curl localhost:${port}/chat -H 'content-type: application/json' -d '{"message":"Buy oil"}'
  curl localhost:${port}/chat -H 'content-type: application/json' -d '{"message":"Send it to ann@example.com"}'`),
);
