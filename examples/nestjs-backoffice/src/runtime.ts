import { HAFT_RUNTIME } from '@haft/nestjs';
import { NestFactory } from '@nestjs/core';
import type { Runtime } from 'haft';
import { UsersService } from './accounts/users.service.js';
import { AppModule } from './app.module.js';
import type { BackofficeDeps } from './assistant/backoffice-deps.js';
import { runOptionsOf } from './assistant/run-options-of.js';

/**
 * The application without a server, for the command line: `npx haft call order_get --arg id:=101`.
 * Tools are called as Ann.
 */
const application = NestFactory.createApplicationContext(AppModule, { logger: ['warn', 'error'] });

export const runtime = application.then((started) => started.get<Runtime<object, BackofficeDeps>>(HAFT_RUNTIME));

export const runOptions = async (): Promise<ReturnType<typeof runOptionsOf>> =>
  runOptionsOf(await (await application).get(UsersService).get('ann'));

export const close = async (): Promise<void> => (await application).close();
