import { limits } from '@assay/contract';

const MiB = 1024 * 1024;

/** Limits of one upload; more is answered with 413. */
export const uploadLimits = {
  /** Of the request as sent. */
  requestBytes: 512 * MiB,
  files: 100,
  fields: 20,
  /** Of the longest field, the attributes, with four bytes a character. */
  fieldBytes: 4 * limits.runAttributes.text,
  /** Of everything once unpacked; stops zip bombs. */
  unpackedBytes: 1024 * MiB,
  zipEntries: 20_000,
  /** Of one screenshot, video or log. */
  artifactBytes: 64 * MiB,
  tests: 1_000_000,
  /** Of the processes that read uploads, together with all that CI sends at the same moment. */
  reading: { ms: 120_000, heapMiB: 128, idleMs: 60_000, atOnce: 3, perAccount: 2 },
  /** Uploads of an account that one process has in progress; more are asked to come later. */
  openPerAccount: 50,
} as const;
