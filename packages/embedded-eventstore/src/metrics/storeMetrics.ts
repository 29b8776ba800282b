/** Upper bounds of the commit time buckets, in seconds. */
const commitBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

const prefix = 'eventstore';

/** Counters of a store since it started. */
export class StoreMetrics {
  /** Writes by outcome. */
  readonly writes = new Map<string, number>();
  eventsWritten = 0;
  bytesWritten = 0;
  messagesRead = 0;
  bytesRead = 0;
  reads = 0;
  /** Currently open. */
  subscriptions = 0;
  readonly #commits = commitBuckets.map(() => 0);
  #commitCount = 0;
  #commitSeconds = 0;

  writeEnded(outcome: string): void {
    this.writes.set(outcome, (this.writes.get(outcome) ?? 0) + 1);
  }

  /** @param ms from opening the transaction until it was on disk */
  committed(ms: number): void {
    const seconds = ms / 1000;
    this.#commitCount += 1;
    this.#commitSeconds += seconds;
    const bucket = commitBuckets.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#commits[bucket] = (this.#commits[bucket] ?? 0) + 1;
  }

  /**
   * The text that Prometheus reads (https://prometheus.io/docs/instrumenting/exposition_formats/).
   * @param state values that are read now instead of counted
   */
  toText(state: { lastPosition: number; fileBytes: number; scavenging: boolean }): string {
    return [
      ...family('writes_total', 'counter', 'Appends, deletes and tombstones by outcome.', this.#writeSamples()),
      ...family('events_written_total', 'counter', 'Events on disk.', [['', this.eventsWritten]]),
      ...family('bytes_written_total', 'counter', 'Bytes of data and metadata in those writes.', [
        ['', this.bytesWritten],
      ]),
      ...family('reads_total', 'counter', 'Reads requested, including subscriptions.', [['', this.reads]]),
      ...family('messages_read_total', 'counter', 'Messages to readers, nearly all of them events.', [
        ['', this.messagesRead],
      ]),
      ...family('bytes_read_total', 'counter', 'Bytes of those messages.', [['', this.bytesRead]]),
      ...family('subscriptions', 'gauge', 'Open subscriptions.', [['', this.subscriptions]]),
      ...family('commit_seconds', 'histogram', 'Time of transactions until they are on disk.', this.#commitSamples()),
      ...family('last_position', 'gauge', 'The position of the newest event.', [['', state.lastPosition]]),
      ...family('file_bytes', 'gauge', 'The size of the file.', [['', state.fileBytes]]),
      ...family('scavenging', 'gauge', '1 while a scavenge is running.', [['', state.scavenging ? 1 : 0]]),
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

/** Labels and value of a sample: what follows the name. */
type Sample = [suffix: string, value: number];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const full = `${prefix}_${name}`;
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(([suffix, value]) => `${full}${suffix} ${value}`),
  ];
}
