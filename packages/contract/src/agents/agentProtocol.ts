/**
 * How a runner agent and the service talk. The agent makes its own id once and keeps it. Every post can be repeated
 * safely: events carry sequences, logs carry offsets, blobs carry hashes.
 */
export const agentProtocol = {
  /** A claim not renewed for this long is lost, and its unfinished tests go to another runner. */
  leaseSeconds: 15,
  renewSeconds: 1,
  /** An idle agent's claim waits this long for work before it answers with none. */
  claimWaitSeconds: 20,
  /** Longest error head in an event; the full error is in the details. */
  errorHead: 1000,
  /** Longest text of one kind (output, stack trace …) kept for one attempt of a test. */
  textLimit: 1_000_000,
  eventsInPost: 200,
  logChunk: 256 * 1024,
  blobLimit: 64 * 1024 * 1024,
} as const;
