/** What failed. Nothing personal: routes, names of jobs, ids. */
export type FailedWork = {
  /** The route, or the name of the job or reaction. */
  name: string;
  kind: 'request' | 'job' | 'reaction' | 'process';
  tags?: Readonly<Record<string, string | number | null>>;
};

/** Where errors of a process are reported to. */
export type ErrorReports = {
  report(error: unknown, work: FailedWork): void;
  /** Resolves when what was reported is sent, or after two seconds. */
  stop(): Promise<void>;
};
