/** File, name, statuses of the attempts, time. */
export type Row = [file: string, name: string, statuses: string, ms: number | null];

/** A tool, what it writes, and what is read in that. */
export type Dialect = [tool: string, xml: string, rows: Row[]];
