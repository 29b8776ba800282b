import type { TestRunId } from '@assay/contract';
import type { Logger } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { LogStream } from './logStream.ts';

/** The logs of the runs in progress on this agent; a runner's log continues over all its units of a run. */
export class RunLogs {
  readonly #client: ServiceClient;
  readonly #logger: Logger;
  readonly #streams = new Map<TestRunId, Map<string, LogStream>>();

  constructor(client: ServiceClient, logger: Logger) {
    this.#client = client;
    this.#logger = logger;
  }

  open(testRunId: TestRunId, log: string): LogStream {
    const ofRun = this.#streams.get(testRunId) ?? new Map<string, LogStream>();
    this.#streams.set(testRunId, ofRun);
    const stream = ofRun.get(log) ?? new LogStream(this.#client, this.#logger, testRunId, log);
    ofRun.set(log, stream);
    return stream;
  }

  forget(testRunId: TestRunId): void {
    for (const stream of this.#streams.get(testRunId)?.values() ?? []) stream.close();
    this.#streams.delete(testRunId);
  }

  /** Stops sending and discards what has not been sent. */
  close(): void {
    for (const testRunId of [...this.#streams.keys()]) this.forget(testRunId);
  }

  async flush(withinMs: number): Promise<void> {
    const all = [...this.#streams.values()].flatMap((ofRun) => [...ofRun.values()]);
    await Promise.all(all.map((stream) => stream.flush(withinMs)));
  }
}
