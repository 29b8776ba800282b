import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Shorter answers are on their way in a few packets as they are. In bytes. */
const worthIt = 16 * 1024;

/**
 * Long answers in JSON are compressed for callers that take it: 10,000 results of a run are five megabytes, or three
 * hundred kilobytes. Files are not: their bytes can be asked for in ranges, and most are compressed as they are.
 * Answers with a secret in them are not either (`compress: false` of their routes), since their length would tell of it.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  const options: FastifyCompressOptions = {
    threshold: worthIt,
    encodings: ['gzip', 'identity'],
    customTypes: /^application\/json/,
    // The fastest level already takes nine tenths away; the next ones take twice its time for little more.
    zlibOptions: { level: constants.Z_BEST_SPEED },
    globalDecompression: false,
  };
  await app.register(compress, options);
}
