/** Why an event store could not start, as a code for programs. */
export type StartErrorCode =
  | 'PORT_TAKEN'
  | 'DATA_FOLDER_LOCKED'
  | 'FORMAT_TOO_NEW'
  | 'FORMAT_TOO_OLD'
  | 'DATA_DAMAGED'
  | 'PASSWORD_NEEDS_TLS';

/** An event store could not start; the message is a sentence for the person who started it. */
export class EventStoreStartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string) {
    super(message);
    this.name = 'EventStoreStartError';
    this.code = code;
  }
}
