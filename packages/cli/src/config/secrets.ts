/** The name of a secret in a file, as a variable of a shell may be called. */
export const secretName = { minLength: 1, maxLength: 200, pattern: '^[A-Za-z_][A-Za-z0-9_]*$' };

/** @returns the text as the name of a secret, as far as a variable of a shell may be called so */
export function secretNameOf(text: string): string {
  return text.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
}

/** @returns the variable of the command that holds the value of a secret */
export function secretVariable(name: string): string {
  return `ASSAY_SECRET_${name}`;
}
