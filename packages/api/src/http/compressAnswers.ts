import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * For routes (`compress: compressed`) whose long answers are compressed for callers that take it: 10,000 results of a run
 * are five megabytes, or three hundred kilobytes. Files are not: their bytes can be asked for in ranges, and an archive
 * that is compressed as it is would arrive unpacked. Answers with a secret are not either, since their length would tell
 * of it.
 */
export const compressed: FastifyCompressOptions = {
  // In bytes. Shorter answers are on their way in a few packets as they are.
  threshold: 16 * 1024,
  encodings: ['gzip', 'identity'],
  // The fastest level already takes nine tenths away; the next ones take twice its time for little more.
  zlibOptions: { level: constants.Z_BEST_SPEED },
};

/** Lets routes ask for compression; none gets it unasked, nor are bodies of requests unpacked. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, globalDecompression: false });
}
