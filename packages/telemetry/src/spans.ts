/** A span that has begun. */
export type Span = {
  run<Result>(work: () => Result): Result;
  end(name: string, attributes: Readonly<Record<string, string | number>>): void;
};

/** Where the spans of a process go. */
export type Tracing = {
  /** @param options.traceparent the trace that goes on; without it, that of the work in progress or a new one */
  begin(name: string, options: { server: boolean; traceparent: string | undefined; startTime?: Date }): Span;
  /** @returns the work in progress as `traceparent` has it; null: none */
  traceparent(): string | null;
  stop(): Promise<void>;
};
