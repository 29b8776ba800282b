export { ArchiveError, type ArchiveKind, type ArchiveLimits, type ArchiveSummary } from './archive.ts';
export { checkArchive } from './checkArchive.ts';
export { packFolder } from './packFolder.ts';
export { unpackArchive } from './unpackArchive.ts';
export { openZipContent } from './zipContent.ts';
