import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const application = await NestFactory.create(AppModule);
await application.listen(Number(process.env['PORT'] ?? 3000));
console.log(`Listening at ${await application.getUrl()}
  curl ${await application.getUrl()}/tools/call -H 'content-type: application/json' \\
    -d '{ "id": "1", "name": "todo_add", "arguments": { "text": "Buy oil" } }'`);
