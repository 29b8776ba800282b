const MiB = 1024 * 1024;

/** Limits of one upload; more is answered with 413. */
export const uploadLimits = {
  /** Of the request as sent. */
  requestBytes: 512 * MiB,
  files: 100,
  fields: 20,
  fieldBytes: 4096,
  /** Of everything once unpacked; stops zip bombs. */
  unpackedBytes: 1024 * MiB,
  zipEntries: 20_000,
  /** Of one screenshot, video or log. */
  artifactBytes: 64 * MiB,
  tests: 1_000_000,
  /** Maximum time and memory for reading. */
  readingMs: 120_000,
  readingHeapMiB: 128,
  readingYoungMiB: 24,
  /** How long an idle thread waits for the next upload. */
  idleMs: 10_000,
  /** Uploads that one process reads at a time, and how many of them may be one account's; others wait. */
  readersAtOnce: 3,
  readersPerAccount: 2,
  /** Uploads of an account that one process has in progress; more are asked to come later. */
  openPerAccount: 50,
} as const;
