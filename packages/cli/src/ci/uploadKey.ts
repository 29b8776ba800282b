import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { CiJob } from './ciJob.ts';

type Fields = Readonly<Record<string, string | undefined>>;

/**
 * @returns the idempotency key of an upload: the same as long as an attempt of a job uploads these files with these
 * fields, so that a step may be repeated
 */
export async function uploadKeyOf(
  { service, attempt }: CiJob,
  fields: Fields,
  files: readonly string[],
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([service, attempt, Object.entries(fields).sort()]));
  for (const file of files) hash.update(JSON.stringify([file, await hashOf(file)]));
  return `ci-${hash.digest('hex')}`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
