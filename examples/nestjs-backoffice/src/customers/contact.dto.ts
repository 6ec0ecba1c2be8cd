import { IsEmail, IsOptional, Matches } from 'class-validator';

/** The new contact data of a customer. A missing field stays unchanged. */
export class ContactDto {
  @IsOptional()
  @IsEmail()
  email?: string;

  /** With country code, as +4930123456. */
  @IsOptional()
  @Matches(/^\+[1-9]\d{6,14}$/, { message: 'phone must be written as +4930123456' })
  phone?: string;
}
