/** A refusal by the system or by the helper, with its code: ENOENT, EOUTSIDE, ENOTFILE, EFBIG and others. */
export class ProjectFileError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ProjectFileError';
    this.code = code;
  }
}
