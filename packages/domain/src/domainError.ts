import { domainErrors } from './domainErrors.ts';

/**
 * The HTTP status of an error code: 403 for what an account has forbidden, 404 for a missing thing, 409 for a refused
 * rule, 400 with the field at fault, 412 for a concurrent change.
 */
export type ErrorEntry = { status: 400 | 403 | 404 | 409 | 412; text: string; field?: string };

/** Every code the domain can refuse with. Each aggregate owns its part; a unit test checks that none is claimed twice. */
export type DomainErrorCode = keyof typeof domainErrors;

/** One rule or more said no. The code is the contract; the message is for people. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;
  /** Other rules that said no to the same command. */
  readonly others: readonly DomainErrorCode[];

  constructor(code: DomainErrorCode, ...others: DomainErrorCode[]) {
    const { text }: ErrorEntry = domainErrors[code];
    super(text);
    this.name = 'DomainError';
    this.code = code;
    this.others = others;
  }
}

/** @throws DomainError with all the codes, if there are any */
export function refuse([first, ...others]: readonly DomainErrorCode[]): void {
  if (first) throw new DomainError(first, ...others);
}
