import type { BedrockDocumentFormat, BedrockImageFormat, BedrockVideoFormat } from './bedrock-types.js';

/* The names of media formats in Bedrock. It does not accept other formats in a result. */

/** By media type. */
export const BEDROCK_IMAGES: Readonly<Record<string, BedrockImageFormat>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** By media type. */
export const BEDROCK_DOCUMENTS: Readonly<Record<string, BedrockDocumentFormat>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
};

/** By media type. */
export const BEDROCK_VIDEOS: Readonly<Record<string, BedrockVideoFormat>> = {
  'video/x-flv': 'flv',
  'video/x-matroska': 'mkv',
  'video/quicktime': 'mov',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpeg',
  'video/3gpp': 'three_gp',
  'video/webm': 'webm',
  'video/x-ms-wmv': 'wmv',
};
