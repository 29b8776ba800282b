/** What a server has done since it started. */
export class Activity {
  /** Commands by name, including failed ones. */
  readonly commands = new Map<string, number>();
  /** Seconds spent on them, including waiting for the disk and for other commands. */
  readonly seconds = new Map<string, number>();
  /** Errors returned, by MongoDB's name of the code. */
  readonly errors = new Map<string, number>();
  connectionsMade = 0;
  bytesIn = 0;
  bytesOut = 0;
  documentsInserted = 0;
  documentsUpdated = 0;
  documentsDeleted = 0;

  countCommand(name: string, seconds: number): void {
    add(this.commands, name, 1);
    add(this.seconds, name, seconds);
  }

  countError(codeName: string): void {
    add(this.errors, codeName, 1);
  }

  of(...names: string[]): number {
    return names.reduce((sum, name) => sum + (this.commands.get(name) ?? 0), 0);
  }
}

function add(counts: Map<string, number>, name: string, amount: number): void {
  counts.set(name, (counts.get(name) ?? 0) + amount);
}
