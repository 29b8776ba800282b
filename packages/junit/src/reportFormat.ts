import type { ReportSink } from './reportDialect.ts';

/** A format of reports other than XML; each has a file of its own. */
export type ReportFormat = {
  /** Its name in messages. */
  readonly name: string;
  /** @param start the first 4,096 characters of a file */
  detects(start: string): boolean;
  /** @returns a reader of one report */
  open(sink: ReportSink): FormatReader;
};

/** Takes a report piece by piece, and hands over each case as soon as it is complete. */
export type FormatReader = {
  /** @throws ReportSyntaxError */
  write(chunk: string): void;
  /** @throws ReportSyntaxError when the report ends too early */
  end(): void;
};
