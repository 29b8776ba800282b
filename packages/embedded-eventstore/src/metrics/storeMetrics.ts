/** Upper bounds of the buckets that commits are counted in, in seconds. */
const commitBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const prefix = 'eventstore';

/** Counts what a store does, from its start on. */
export class StoreMetrics {
  /** Writes that were asked for, by how they ended. */
  readonly writes = new Map<string, number>();
  eventsWritten = 0;
  bytesWritten = 0;
  messagesRead = 0;
  bytesRead = 0;
  reads = 0;
  /** Open now. */
  subscriptions = 0;
  readonly #commits = commitBuckets.map(() => 0);
  #commitCount = 0;
  #commitSeconds = 0;

  writeEnded(outcome: string): void {
    this.writes.set(outcome, (this.writes.get(outcome) ?? 0) + 1);
  }

  /** @param ms from the opening of the transaction until it was on disk */
  committed(ms: number): void {
    const seconds = ms / 1000;
    this.#commitCount += 1;
    this.#commitSeconds += seconds;
    const bucket = commitBuckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#commits[bucket] = (this.#commits[bucket] ?? 0) + 1;
  }

  /**
   * The text that Prometheus reads (https://prometheus.io/docs/instrumenting/exposition_formats/).
   * @param state what is not counted but looked at
   */
  toText(state: { lastPosition: number; fileBytes: number; scavenging: boolean }): string {
    return [
      ...family('writes_total', 'counter', 'Appends, deletes and tombstones by outcome.', this.#writeSamples()),
      ...family('events_written_total', 'counter', 'Events on disk.', [['', this.eventsWritten]]),
      ...family('bytes_written_total', 'counter', 'Bytes of data and metadata that were to be written.', [
        ['', this.bytesWritten],
      ]),
      ...family('reads_total', 'counter', 'Reads that were asked for, subscriptions among them.', [['', this.reads]]),
      ...family('messages_read_total', 'counter', 'Messages to readers, nearly all of them events.', [
        ['', this.messagesRead],
      ]),
      ...family('bytes_read_total', 'counter', 'Bytes of them.', [['', this.bytesRead]]),
      ...family('subscriptions', 'gauge', 'Subscriptions that are open.', [['', this.subscriptions]]),
      ...family('commit_seconds', 'histogram', 'Transactions, until they are on disk.', this.#commitSamples()),
      ...family('last_position', 'gauge', 'The position of the newest event.', [['', state.lastPosition]]),
      ...family('file_bytes', 'gauge', 'The size of the file.', [['', state.fileBytes]]),
      ...family('scavenging', 'gauge', '1 while a scavenge is under way.', [['', state.scavenging ? 1 : 0]]),
      '',
    ].join('\n');
  }

  #writeSamples(): Sample[] {
    return [...this.writes].map(([outcome, count]) => [`{outcome="${outcome}"}`, count]);
  }

  #commitSamples(): Sample[] {
    let upTo = 0;
    const buckets = commitBuckets.map((bound, index): Sample => {
      upTo += this.#commits[index] ?? 0;
      return [`_bucket{le="${bound}"}`, upTo];
    });
    return [
      ...buckets,
      ['_bucket{le="+Inf"}', this.#commitCount],
      ['_sum', this.#commitSeconds],
      ['_count', this.#commitCount],
    ];
  }
}

/** What follows the name, and the value. */
type Sample = [suffix: string, value: number];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const full = `${prefix}_${name}`;
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(([suffix, value]) => `${full}${suffix} ${value}`),
  ];
}
