import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** What to write, and how. */
export class WriteFileDto {
  /** Path relative to the workspace root. */
  @IsString()
  @MinLength(1)
  path!: string;

  /** The text to write. */
  @IsString()
  @MaxLength(10_000, { message: 'content is too long: write at most 10,000 characters at a time' })
  content!: string;

  /** What to do when the file exists. */
  @IsOptional()
  @IsIn(['overwrite', 'create', 'append'])
  mode: 'overwrite' | 'create' | 'append' = 'overwrite';
}
