export { ArchiveError, type ArchiveKind, type ArchiveLimits, type ArchiveSummary } from './archive.ts';
export { checkArchive } from './checkArchive.ts';
export { packFiles, packFolder } from './packFolder.ts';
export { readEntries } from './readEntries.ts';
export { unpackArchive } from './unpackArchive.ts';
export { openZipContent } from './zipContent.ts';
