import { HaftHttpModule, HaftModule } from '@haft/nestjs';
import { Module } from '@nestjs/common';
import { TodoModule } from './todo/todo.module.js';
import { toolsets } from './toolsets.gen.js';

@Module({ imports: [HaftModule.forRoot({ toolsets }), HaftHttpModule.mount('tools'), TodoModule] })
export class AppModule {}
