import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { configure } from './configure.js';

const app = await NestFactory.create(AppModule);
await configure(app).listen(process.env['PORT'] ?? 3000);
