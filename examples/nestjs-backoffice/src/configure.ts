import { ValidationPipe, type INestApplication } from '@nestjs/common';

/** What is set on the application rather than in a module. */
export function configure(app: INestApplication): INestApplication {
  return app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
}
