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
