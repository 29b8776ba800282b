import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ArtifactPost, agentProtocol, type BlobId } from '@assay/contract';

export type KeptFile = { blobId: BlobId; path: string; artifact: ArtifactPost };

/** A file that a test left: where it is and what the framework says of it. */
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
 * Keeps a copy of the file until the service has it: the framework may take its own away at once.
 *
 * @returns the kept file, or in words why it could not be kept.
 */
export async function keepFile(found: FoundFile, folder: string): Promise<KeptFile | { problem: string }> {
  try {
    const { size } = await stat(found.path);
    if (size > agentProtocol.blobLimit) {
      return { problem: `${found.name} has ${size} bytes; a file may have ${agentProtocol.blobLimit} at most.` };
    }
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    await copyFile(found.path, path);
    const blobId = await hashFile(path);
    const mediaType = (found.mediaType ?? mediaTypes[extname(found.path).toLowerCase()] ?? 'application/octet-stream')
      .replace(/;.*$/, '')
      .slice(0, 100);
    return {
      blobId,
      path,
      artifact: { kind: kindOf(mediaType), name: found.name.slice(0, 300), blobId, size, mediaType },
    };
  } catch (error) {
    return { problem: `${found.name} could not be kept: ${error instanceof Error ? error.message : String(error)}` };
  }
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
