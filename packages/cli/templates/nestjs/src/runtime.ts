import { NestFactory } from '@nestjs/core';
import { HAFT_RUNTIME } from '@haft/nestjs';
import { AppModule } from './app.module.js';

/** The application without a server, for the command line: `npx haft call todo_list`. */
const application = NestFactory.createApplicationContext(AppModule, { logger: ['warn', 'error'] });

export const runtime = application.then((started) => started.get<unknown>(HAFT_RUNTIME));
export const close = async (): Promise<void> => (await application).close();
