import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Seed } from './seed.js';

/** SQLite in memory, so that the example needs nothing installed; yours has a server and migrations. */
@Module({
  imports: [TypeOrmModule.forRoot({ type: 'sqljs', autoLoadEntities: true, synchronize: true })],
  providers: [Seed],
})
export class DatabaseModule {}
