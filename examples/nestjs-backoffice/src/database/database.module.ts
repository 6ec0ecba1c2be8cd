import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Seed } from './seed.js';

/**
 * SQLite in memory, so that the example needs no installation. Your application has a server and
 * migrations.
 */
@Module({
  imports: [TypeOrmModule.forRoot({ type: 'sqljs', autoLoadEntities: true, synchronize: true })],
  providers: [Seed],
})
export class DatabaseModule {}
