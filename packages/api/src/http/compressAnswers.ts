import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers are on their way in a few packets as they are. In bytes. */
const worthIt = 16 * 1024;

/**
 * Long answers are compressed for callers that take it, on routes that say so (`compress: {}`): 10,000 results of a run
 * are five megabytes, or three hundred kilobytes. Files are not: their bytes can be asked for in ranges, and an archive
 * that is compressed as it is would arrive unpacked. Answers with a secret are not either, since their length would tell
 * of it.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  const options: FastifyCompressOptions = {
    global: false,
    threshold: worthIt,
    encodings: ['gzip', 'identity'],
    // The fastest level already takes nine tenths away; the next ones take twice its time for little more.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    globalDecompression: false,
  };
  await app.register(compress, options);
}
