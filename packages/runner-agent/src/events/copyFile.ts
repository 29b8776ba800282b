import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { SecretMask } from '../masking/secretMask.ts';
import type { OpenedFile } from '../projectFiles/projectFiles.ts';

/** The file's text. Latin 1 has a character for each byte, so that a file of any other encoding stays as it is. */
async function* textOf(file: Pick<OpenedFile, 'chunks'>, encoding: 'utf8' | 'latin1'): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of file.chunks()) {
    yield encoding === 'latin1' ? chunk.toString('latin1') : decoder.decode(chunk, { stream: true });
  }
  if (encoding === 'utf8') yield decoder.decode();
}

async function* masked(text: AsyncIterable<string>, mask: SecretMask): AsyncGenerator<string> {
  let ready: string[] = [];
  const stream = mask.stream((part) => ready.push(part));
  for await (const part of text) {
    stream.write(part);
    yield* ready;
    ready = [];
  }
  stream.end();
  yield* ready;
}

/** Copies an open file as it is. */
export async function copyFile(file: Pick<OpenedFile, 'chunks'>, to: string): Promise<void> {
  await pipeline(file.chunks(), createWriteStream(to));
}

/** Copies an open text file, with its secrets masked. */
export async function copyMasked(file: Pick<OpenedFile, 'chunks'>, to: string, mask: SecretMask): Promise<void> {
  const copyAs = (encoding: 'utf8' | 'latin1') =>
    pipeline(masked(textOf(file, encoding), mask), createWriteStream(to, { encoding }));
  try {
    await copyAs('utf8');
  } catch (error) {
    const isOther = error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    if (!isOther) throw error;
    await copyAs('latin1');
  }
}
