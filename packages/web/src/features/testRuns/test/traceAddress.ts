import type { ArtifactView } from '@assay/contract';

/** Playwright names it so. */
export function isTrace({ name, mediaType }: ArtifactView): boolean {
  return mediaType === 'application/zip' && /(^|[\\/])trace[^\\/]*\.zip$/.test(name);
}

/** @returns the trace viewer of this installation with the trace in it */
export function traceAddress({ url }: ArtifactView, origin: string): string {
  return `/trace-viewer/index.html?trace=${encodeURIComponent(new URL(url, origin).href)}`;
}
