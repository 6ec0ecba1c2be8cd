import { ValidationPipe, type INestApplication } from '@nestjs/common';

/** Sets the options of the application that no module sets. */
export function configure(app: INestApplication): INestApplication {
  return app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
}
