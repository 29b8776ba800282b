/** A report that cannot be read on: why, and where. Lines are counted from 1, columns from 0. */
export class ReportSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.name = 'ReportSyntaxError';
    this.line = line;
    this.column = column;
  }
}
