// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const sequences = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** @returns the text without terminal escape sequences, for texts coloured by meaning instead. */
export function stripAnsi(text: string): string {
  return text.replace(sequences, '');
}
