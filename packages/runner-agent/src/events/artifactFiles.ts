import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ArtifactPost, agentProtocol, type BlobId } from '@assay/contract';
import type { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { OpenedFile } from '../projectFiles/projectFiles.ts';
import { copyFile, copyMasked } from './copyFile.ts';

export type KeptFile = { blobId: BlobId; path: string; artifact: ArtifactPost };

/** A file that a test left: its path and the framework's description of it. */
export type FoundFile = { path: string; name: string; mediaType: string | null };

const mediaTypes: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.webm': 'video/webm',
  '.mp4': 'video/mp4',
  '.zip': 'application/zip',
  '.html': 'text/html',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.log': 'text/plain',
};

/**
 * Keeps copies of the files of one attempt until the service has them. Files of the same content share one: names of one
 * file cost tests nothing.
 * @returns each file like `keepFile`
 */
export async function keepFiles(
  found: readonly FoundFile[],
  folder: string,
  host: Pick<ProcessHost, 'files' | 'reach'>,
  mask: SecretMask,
): Promise<(KeptFile | { problem: string })[]> {
  const all: (KeptFile | { problem: string })[] = [];
  const paths = new Map<BlobId, string>();
  // One after another: copies of the same content would otherwise exist at the same time.
  for (const each of found) {
    const kept = await keepFile(each, folder, host, mask);
    const path = 'path' in kept ? paths.get(kept.blobId) : undefined;
    if ('path' in kept && path !== undefined) {
      await rm(kept.path, { force: true });
      kept.path = path;
    }
    if ('path' in kept) paths.set(kept.blobId, kept.path);
    all.push(kept);
  }
  return all;
}

/**
 * Keeps a copy of the file until the service has it: the framework may remove its own at once.
 * @param host where the test ran
 * @param mask hides secrets in files of text
 * @returns the kept file, or a sentence on why it could not be kept.
 */
export async function keepFile(
  found: FoundFile,
  folder: string,
  { files, reach }: Pick<ProcessHost, 'files' | 'reach'>,
  mask: SecretMask,
): Promise<KeptFile | { problem: string }> {
  let file: OpenedFile | null = null;
  try {
    file = await files.open(reach ? reach.outside(found.path) : found.path, reach?.folders ?? null);
    const bytes = file.size;
    if (bytes > agentProtocol.blobLimit) {
      return { problem: `${found.name} has ${bytes} bytes; a file may have ${agentProtocol.blobLimit} at most.` };
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    const mediaType = (found.mediaType ?? mediaTypes[extname(found.path).toLowerCase()] ?? 'application/octet-stream')
      .replace(/;.*$/, '')
      .slice(0, 100);
    if (isText(mediaType, found.path) && !mask.isEmpty) await copyMasked(file, path, mask);
    else await copyFile(file, path);
    const blobId = await hashFile(path);
    const { size } = await stat(path);
    return {
      blobId,
      path,
      artifact: { kind: kindOf(mediaType), name: found.name.slice(0, 300), blobId, size, mediaType },
    };
  } catch (error) {
    return { problem: `${found.name} could not be kept: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    await file?.close();
  }
}

const textFiles = new Set(['.csv', '.har', '.js', '.svg', '.xml', '.yaml', '.yml']);

function isText(mediaType: string, path: string): boolean {
  return /^text\/|[/+](json|xml|yaml|javascript)$/.test(mediaType) || textFiles.has(extname(path).toLowerCase());
}

function kindOf(mediaType: string): ArtifactPost['kind'] {
  if (mediaType.startsWith('image/')) return 'screenshot';
  return mediaType.startsWith('video/') ? 'video' : 'file';
}

async function hashFile(path: string): Promise<BlobId> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return blobIdOf(hash);
}

/** @returns the name of a content: its SHA-256. */
export function blobIdOf(hash: ReturnType<typeof createHash>): BlobId {
  return hash.digest('hex') as BlobId;
}
