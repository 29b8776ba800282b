import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobId } from '@assay/contract';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/apiErrors.ts';
import { uploadLimits } from './uploadLimits.ts';
import type { ReceivedFile } from './uploadReading.ts';

/** A received form: its files are in the folder, each with the hash of its bytes. */
export type ReceivedUpload = { fields: Map<string, string>; files: ReceivedFile[] };

const maxNameLength = 300;

/**
 * Receives a multipart form into a folder, without holding any file in memory.
 * @param maxBytes of everything that is sent
 * @throws ApiError `request.mediaType`, `upload.unreadable` or `upload.tooLarge`
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  maxBytes: number,
): Promise<ReceivedUpload> {
  const form = request.body;
  const { 'content-type': contentType = '' } = request.headers;
  if (!(form instanceof Readable) || !contentType.startsWith('multipart/')) throw new ApiError('request.mediaType');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    form.resume();
    throw tooMuch(maxBytes);
  }
  return new Receiving(folder, maxBytes).take(form, parserFor({ ...request.headers, 'content-type': contentType }));
}

class Receiving {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #fields = new Map<string, string>();
  readonly #contents: BusboyFileStream[] = [];
  readonly #writing: Promise<ReceivedUpload['files'][number]>[] = [];
  #bytes = 0;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async take(form: Readable, parser: BusboyInstance): Promise<ReceivedUpload> {
    try {
      await this.#parse(form, parser);
      const files = await Promise.all(this.#writing);
      // An empty file field.
      return { fields: this.#fields, files: files.filter(({ name, size }) => name !== '' || size > 0) };
    } catch (error) {
      for (const content of this.#contents) content.destroy();
      throw error;
    } finally {
      // Nothing writes into the folder after it is removed.
      await Promise.allSettled(this.#writing);
    }
  }

  #parse(form: Readable, parser: BusboyInstance): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      // Not a pipeline: the form is an HTTP request that must stay open to answer a refusal.
      const stop = (error: Error) => {
        form.unpipe(parser);
        form.resume();
        reject(error);
      };
      const cutOff = () => stop(new ApiError('upload.unreadable'));
      form.on('data', (chunk: Buffer) => {
        this.#bytes += chunk.length;
        if (this.#bytes > this.#maxBytes) stop(tooMuch(this.#maxBytes));
      });
      form.once('error', cutOff);
      form.once('close', () => {
        if (!form.readableEnded) cutOff();
      });
      parser.on('field', (name, value, _nameCut, cut) => {
        if (cut) stop(tooLarge(`The field ${name.slice(0, 100)} is longer than ${uploadLimits.fieldBytes} bytes.`));
        this.#fields.set(name, value.trim());
      });
      parser.on('file', (_field, content, name) => {
        const written = this.#write(content, name);
        // The parser waits for a file that is not read any more, and would never end.
        written.catch((error: unknown) => isOfSystem(error) && stop(error));
      });
      parser.on('filesLimit', () => stop(tooLarge(`An upload may have ${uploadLimits.files} files at most.`)));
      parser.on('fieldsLimit', () => stop(tooLarge(`An upload may have ${uploadLimits.fields} fields at most.`)));
      parser.once('error', cutOff);
      parser.once('finish', resolve);
      form.pipe(parser);
    });
  }

  #write(content: BusboyFileStream, name: string): Promise<ReceivedFile> {
    const path = join(this.#folder, `received-${this.#writing.length}`);
    const one = writeFile(content, path, name);
    // Awaited with the others; an earlier failure is not an unhandled rejection.
    one.catch(() => undefined);
    this.#contents.push(content);
    this.#writing.push(one);
    return one;
  }
}

/** A disk that is full, say; not an upload that was cut off. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'errno' in error;
}

function parserFor(headers: BusboyHeaders) {
  const { files, fields, fieldBytes } = uploadLimits;
  try {
    return new Busboy({ headers, preservePath: true, limits: { files, fields, fieldSize: fieldBytes } });
  } catch (error) {
    throw new ApiError('upload.unreadable', { cause: error });
  }
}

async function writeFile(
  content: BusboyFileStream,
  path: string,
  name: string,
): Promise<ReceivedUpload['files'][number]> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(content, measure, createWriteStream(path));
  const shortName = name.replaceAll('\\', '/').slice(-maxNameLength);
  return { path, name: shortName, size, sha256: hash.digest('hex') as BlobId };
}

function tooMuch(maxBytes: number): ApiError {
  return tooLarge(`The upload is larger than ${maxBytes} bytes.`);
}

function tooLarge(message: string): ApiError {
  return new ApiError('upload.tooLarge', { message });
}
