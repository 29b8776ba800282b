import { type DomainErrorCode, domainErrors, type ErrorEntry } from '@assay/domain';

export type FieldError = { field: string; message: string };

/** Well-formed input that is still invalid: it names something that does not exist, or asks for too much. */
export class InvalidFields extends Error {
  readonly errors: readonly FieldError[];

  constructor(...errors: FieldError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join('; '));
    this.name = 'InvalidFields';
    this.errors = errors;
  }
}

/** @returns the fields that the domain refuses, with its texts. */
export function refusedFields(codes: readonly DomainErrorCode[]): FieldError[] {
  return codes.flatMap((code) => {
    const { text: message, field }: ErrorEntry = domainErrors[code];
    return field ? [{ field, message }] : [];
  });
}

/** Runs every check. @returns what they throw as InvalidFields, so that a form gets all of its errors at once. */
export async function errorsOf(...checks: (() => unknown)[]): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof InvalidFields)) throw error;
      errors.push(...error.errors);
    }
  }
  return errors;
}
