import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import type { Priority } from './task.js';

/** A task to add. */
export class NewTaskDto {
  /** One line that says what to do. */
  @IsString()
  @IsNotEmpty()
  @MaxLength(60, { message: 'title is too long: write at most 60 characters, and the details to a file' })
  title!: string;

  /** The urgency of the task. */
  @IsOptional()
  @IsIn(['low', 'normal', 'high'])
  priority: Priority = 'normal';

  /** Days from today until the task must be done. */
  @IsOptional()
  @IsInt()
  @Min(0)
  dueInDays = 7;

  /** The member who does it. Default: the user. */
  @IsOptional()
  @IsString()
  assignee?: string;
}
