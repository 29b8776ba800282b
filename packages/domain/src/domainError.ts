import { domainErrors } from './domainErrors.ts';

/** What an error code answers over HTTP: 404 for what is not there, 409 for a refused rule, 400 with the field at fault. */
export type ErrorEntry = { status: 400 | 404 | 409; text: string; field?: string };

/** Every code the domain can refuse with. Each aggregate owns its part; a unit test checks that none is claimed twice. */
export type DomainErrorCode = keyof typeof domainErrors;

/** A rule said no. The code is the contract; the message is for people. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;

  constructor(code: DomainErrorCode) {
    const { text }: ErrorEntry = domainErrors[code];
    super(text);
    this.name = 'DomainError';
    this.code = code;
  }
}
