import { AsyncLocalStorage } from 'node:async_hooks';

export type StoreName = 'documentStore' | 'eventStore';

/** Where the requests to the stores of one piece of work are counted. */
export type StoreRequests = {
  count: number;
  milliseconds: number;
  slowest: { name: string; milliseconds: number } | null;
};

type Measured = StoreRequests & {
  /** Work that goes on after its end, such as a timer that it started, no longer counts. */
  hasEnded: boolean;
  onRequest: (store: StoreName, operation: string, milliseconds: number) => void;
};

const current = new AsyncLocalStorage<Measured>();

export type Measurement = {
  /** Runs something that belongs to the work. */
  run<Result>(work: () => Result): Result;
  end(): StoreRequests;
};

/** @param onRequest called for each request to a store */
export function beginMeasurement(onRequest: Measured['onRequest']): Measurement {
  const measured: Measured = { count: 0, milliseconds: 0, slowest: null, hasEnded: false, onRequest };
  return {
    run: (work) => current.run(measured, work),
    end: () => {
      measured.hasEnded = true;
      return measured;
    },
  };
}

/**
 * Counts a request to a store for the work in progress, if any.
 * @param operation what was asked of the store, such as `find` or `append`
 * @param about the collection or the kind of stream
 */
export function noteStoreRequest(store: StoreName, operation: string, about: string, milliseconds: number): void {
  const measured = current.getStore();
  if (!measured || measured.hasEnded) return;
  measured.count += 1;
  measured.milliseconds += milliseconds;
  if (milliseconds > (measured.slowest?.milliseconds ?? 0)) {
    measured.slowest = { name: about === '' ? operation : `${operation} ${about}`, milliseconds };
  }
  measured.onRequest(store, operation, milliseconds);
}

/** Passes on what is read from the event store, and counts the time that the reader waited for it as one request. */
export async function* timedReads<Item>(items: AsyncIterable<Item>, about: string): AsyncGenerator<Item> {
  let milliseconds = 0;
  let askedAt = performance.now();
  try {
    for await (const item of items) {
      milliseconds += performance.now() - askedAt;
      yield item;
      askedAt = performance.now();
    }
    milliseconds += performance.now() - askedAt;
  } finally {
    noteStoreRequest('eventStore', 'read', about, milliseconds);
  }
}
