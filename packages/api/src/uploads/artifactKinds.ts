import { extname } from 'node:path';
import type { ArtifactPost } from '@assay/contract';

type ArtifactKind = Pick<ArtifactPost, 'kind' | 'mediaType'>;

const kinds: Readonly<Record<string, ArtifactKind>> = {
  '.png': { kind: 'screenshot', mediaType: 'image/png' },
  '.jpg': { kind: 'screenshot', mediaType: 'image/jpeg' },
  '.jpeg': { kind: 'screenshot', mediaType: 'image/jpeg' },
  '.webm': { kind: 'video', mediaType: 'video/webm' },
  '.mp4': { kind: 'video', mediaType: 'video/mp4' },
  '.log': { kind: 'file', mediaType: 'text/plain' },
  '.txt': { kind: 'file', mediaType: 'text/plain' },
  // Playwright attaches a snapshot of the page so.
  '.md': { kind: 'file', mediaType: 'text/plain' },
  '.json': { kind: 'file', mediaType: 'application/json' },
  '.har': { kind: 'file', mediaType: 'application/json' },
};

/** @returns the artifact kind of a file by its name; null for a file that is not kept. */
export function artifactKindOf(name: string): ArtifactKind | null {
  return kinds[extname(name).toLowerCase()] ?? null;
}
