import { ToolFailed, ToolResult, type ContentPart, type RunContext } from '@haft/core';
import { readBytes } from '../read-bytes.js';
import { oneLine } from '../../readable/one-line.js';
import { toolSentence } from '../text/tool-sentence.js';
import type { Workspace } from '../workspace.js';

/** A file that a model sees or hears. */
export interface ViewedFile {
  path: string;
  mediaType: string;
  /** Size of the file. */
  bytes: number;
}

/** Gives an image, a sound or a PDF to the model, as it is. */
export async function viewMedia(
  workspace: Workspace,
  path: string,
  run: RunContext<never>,
): Promise<ToolResult<ViewedFile>> {
  const place = workspace.findEntry(path);
  const { bytes } = await workspace.inFolder(place, { run }, (folder) => readBytes({ workspace, place, folder, run }));
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === undefined) {
    const read = toolSentence(run, 'read', 'if it is text');
    throw new ToolFailed(`${place.path} is not an image, a sound or a PDF (${bytes.length} bytes).${read}`);
  }
  const value = { path: place.path, mediaType, bytes: bytes.length };
  const data = bytes.toString('base64');
  return new ToolResult({
    value,
    content: [
      { type: 'text', text: `${oneLine(value.path)}, ${mediaType}, ${bytes.length} bytes` },
      partOf(data, value),
    ],
  });
}

function partOf(data: string, { path, mediaType }: ViewedFile): ContentPart {
  if (mediaType.startsWith('image/')) return { type: 'image', data, mediaType };
  if (mediaType.startsWith('audio/')) return { type: 'audio', data, mediaType };
  return { type: 'file', data, mediaType, name: path };
}

/** By its first bytes: the ending of a name says nothing about the content. */
function mediaTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp';
  if (/^RIFF[^]{4}WAVE/.test(start)) return 'audio/wav';
  if (start.startsWith('ID3') || /^\xff[\xfb\xf3\xf2]/.test(start)) return 'audio/mpeg';
  if (start.startsWith('OggS')) return 'audio/ogg';
  if (start.startsWith('fLaC')) return 'audio/flac';
  return start.startsWith('%PDF-') ? 'application/pdf' : undefined;
}
