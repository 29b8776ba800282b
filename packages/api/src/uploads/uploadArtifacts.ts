import { posix } from 'node:path';
import type { ArtifactPost, BlobId } from '@assay/contract';
import { artifactKindOf } from './artifactKinds.ts';

/** A file that a test may name, in the upload's folder. */
export type UploadedArtifact = { name: string; path: string; blobId: BlobId; size: number; inArchive: boolean };

const maxPerTest = 50;
const maxNameLength = 300;

/**
 * Finds the files that tests name. Reports use paths relative to themselves or to the working directory, or absolute
 * ones, so the longest common suffix wins.
 */
export class UploadArtifacts {
  readonly #byName = new Map<string, UploadedArtifact[]>();
  readonly #used = new Map<BlobId, UploadedArtifact>();
  readonly #refusedVideos = new Map<BlobId, UploadedArtifact>();
  readonly #keepsVideos: boolean;

  constructor({ keepsVideos }: { keepsVideos: boolean }) {
    this.#keepsVideos = keepsVideos;
  }

  add(artifact: UploadedArtifact): void {
    const base = posix.basename(artifact.name);
    this.#byName.set(base, [...(this.#byName.get(base) ?? []), artifact]);
  }

  /** Files named by some test, each content once. */
  get used(): UploadedArtifact[] {
    return [...this.#used.values()];
  }

  /** Names of separately sent files that no test named. */
  get ofNobody(): string[] {
    const all = [...this.#byName.values()].flat();
    const isNamed = (blobId: BlobId) => this.#used.has(blobId) || this.#refusedVideos.has(blobId);
    return all.flatMap(({ name, blobId, inArchive }) => (inArchive || isNamed(blobId) ? [] : [name]));
  }

  /** Names of the videos that tests name and that are not kept. */
  get refusedVideos(): string[] {
    return [...this.#refusedVideos.values()].map(({ name }) => name);
  }

  /** @returns the files that a test named, as far as the upload has them. */
  take(named: readonly string[], report: string): ArtifactPost[] {
    const found = new Map<string, ArtifactPost>();
    for (const path of named) {
      const artifact = this.#find(path.replaceAll('\\', '/'), report);
      const kind = artifact && artifactKindOf(artifact.name);
      if (!artifact || !kind || found.size >= maxPerTest) continue;
      const { blobId, size, name } = artifact;
      if (kind.kind === 'video' && !this.#keepsVideos) {
        this.#refusedVideos.set(blobId, artifact);
        continue;
      }
      this.#used.set(blobId, artifact);
      found.set(name, { ...kind, name: posix.basename(name).slice(-maxNameLength), blobId, size });
    }
    return [...found.values()];
  }

  #find(path: string, report: string): UploadedArtifact | undefined {
    const candidates = this.#byName.get(posix.basename(path)) ?? [];
    const besideReport = posix.normalize(posix.join(posix.dirname(report), path));
    const exact = candidates.find(({ name }) => name === besideReport || name === posix.normalize(path));
    if (exact) return exact;
    const ends = candidates.filter(({ name }) => `/${path}`.endsWith(`/${name}`) || `/${name}`.endsWith(`/${path}`));
    if (ends.length > 0) return ends[0];
    // Only the file name matches, so it must be unique.
    return candidates.length === 1 ? candidates[0] : undefined;
  }
}
