/** The stream was written to after the caller read it. */
export class RevisionConflict extends Error {
  constructor(stream: string) {
    super(`${stream} has moved on`);
    this.name = 'RevisionConflict';
  }
}
