/** What operational state can refuse; callers distinguish cases by code, never by text. */
export type OperationsErrorCode =
  | 'masterKey.invalid'
  | 'masterKey.wrong'
  | 'masterKey.notHeld'
  | 'key.erased'
  | 'key.damaged'
  | 'credentials.emailTaken'
  | 'credentials.busy'
  | 'blob.hashMismatch'
  | 'blob.tooLarge'
  | 'blob.damaged'
  | 'blob.missing'
  | 'blobs.refused'
  | 'blobs.moved';

export class OperationsError extends Error {
  readonly code: OperationsErrorCode;

  constructor(code: OperationsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OperationsError';
    this.code = code;
  }
}
