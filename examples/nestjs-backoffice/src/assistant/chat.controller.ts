import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { IsNotEmpty, MaxLength } from 'class-validator';
import { CurrentUser } from '../accounts/current-user.js';
import { ChatService, type ChatAnswer } from './chat.service.js';

class MessageDto {
  @IsNotEmpty()
  @MaxLength(2000)
  message!: string;
}

@Controller('chat')
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly current: CurrentUser,
  ) {}

  @Post()
  @HttpCode(200)
  ask(@Body() { message }: MessageDto): Promise<ChatAnswer> {
    return this.chat.ask(this.current.user, message);
  }
  /** Continues a turn that waited for a manager. */
  @Post(':runId')
  @HttpCode(200)
  goOn(@Param('runId') runId: string): Promise<ChatAnswer> {
    return this.chat.goOn(this.current.user, runId);
  }
}
