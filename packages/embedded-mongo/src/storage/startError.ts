export type StartErrorCode =
  | 'PORT_TAKEN'
  | 'DATA_FOLDER_LOCKED'
  | 'FORMAT_TOO_NEW'
  | 'FORMAT_TOO_OLD'
  | 'DATA_DAMAGED'
  | 'NO_DATA'
  | 'TARGET_NOT_EMPTY';

/** Why the server, a backup or a check could not start, with a sentence for the operator. */
export class StartError extends Error {
  readonly code: StartErrorCode;
  constructor(code: StartErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
