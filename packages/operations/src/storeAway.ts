/** Error names of the stores' clients for an unreachable store, and that of a bucket. */
const namesWhenAway = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'UnavailableError',
  'DeadlineExceededError',
  'CancelledError',
  'TimeoutError',
  'BlobsAway',
]);

/** @returns whether the error means that a store is down, not that the request is wrong. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (namesWhenAway.has(error.name) || namesWhenAway.has(error.constructor.name)) return true;
  // gRPC's codes for an unreachable server: 14 is UNAVAILABLE, 4 DEADLINE_EXCEEDED.
  return 'code' in error && (error.code === 14 || error.code === 4 || error.code === 'ECONNREFUSED');
}
