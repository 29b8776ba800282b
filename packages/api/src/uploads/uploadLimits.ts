const MiB = 1024 * 1024;

/** What one upload may bring; more is answered with 413. */
export const uploadLimits = {
  /** Of what is sent, packed or not. */
  requestBytes: 512 * MiB,
  files: 100,
  fields: 20,
  fieldBytes: 4096,
  /** Of everything together once it is unpacked; a zip bomb ends here. */
  unpackedBytes: 1024 * MiB,
  zipEntries: 20_000,
  /** Of one screenshot, video or log. */
  artifactBytes: 64 * MiB,
  tests: 1_000_000,
  /** Longest that reading may take, and the memory it may take for it. */
  readingMs: 120_000,
  readingHeapMiB: 512,
  /** How long a thread that has read one upload waits for the next. */
  idleMs: 10_000,
  /** Uploads read at the same time by one process; others wait for their turn. */
  readersAtOnce: 2,
} as const;
