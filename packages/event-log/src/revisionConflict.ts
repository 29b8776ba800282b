/** Somebody else wrote to the stream since the caller looked. */
export class RevisionConflict extends Error {
  constructor(stream: string) {
    super(`${stream} has moved on`);
    this.name = 'RevisionConflict';
  }
}
