export type FieldError = { field: string; message: string };

/** Input that has the right shape and still cannot be taken: it names something that is not there, or asks for too much. */
export class InvalidFields extends Error {
  readonly errors: readonly FieldError[];

  constructor(...errors: FieldError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join('; '));
    this.name = 'InvalidFields';
    this.errors = errors;
  }
}
