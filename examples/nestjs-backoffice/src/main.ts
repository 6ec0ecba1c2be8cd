import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configure } from './configure.js';

const app = configure(await NestFactory.create(AppModule));
await app.listen(process.env['PORT'] ?? 3000);
console.log(`Listening on ${await app.getUrl()}`);
