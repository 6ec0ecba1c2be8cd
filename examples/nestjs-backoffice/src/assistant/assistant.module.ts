import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalsService } from './approvals.service.js';
import { chatModel } from './chat-model.js';
import { ChatController } from './chat.controller.js';
import { ChatService } from './chat.service.js';
import { WaitingRun } from './waiting-run.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([WaitingRun])],
  controllers: [ChatController, ApprovalsController],
  providers: [ChatService, ApprovalsService, chatModel],
})
export class AssistantModule {}
