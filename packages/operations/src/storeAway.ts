/** What the stores' clients call an error when the store does not answer. */
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
]);

/** @returns whether the failure means that a store is away, rather than that something is wrong with the request. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (namesWhenAway.has(error.name) || namesWhenAway.has(error.constructor.name)) return true;
  // What gRPC says when the client could not reach the server at all: 14 is UNAVAILABLE, 4 DEADLINE_EXCEEDED.
  return 'code' in error && (error.code === 14 || error.code === 4 || error.code === 'ECONNREFUSED');
}
