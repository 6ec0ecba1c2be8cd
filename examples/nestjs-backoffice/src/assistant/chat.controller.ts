import { Body, Controller, HttpCode, Post } from '@nestjs/common';
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
}
