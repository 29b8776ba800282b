import { withoutEscapeCodes } from '@assay/contract';

/** Of Azure Pipelines, TeamCity and GitHub, which find them anywhere in a line. */
const commandInLine = /##(?=[a-z]*\[)/gi;
const commandAtStart = /^\s*(?:::|##)/;

/** @returns the text with its lines, which change nothing in a terminal and are no commands of a CI service */
export function printable(text: string): string {
  return withoutEscapeCodes(text).split('\n').map(printableLine).join('\n');
}

/** @returns the text in one such line */
export function printableLine(text: string): string {
  const line = withoutEscapeCodes(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .replace(commandInLine, '# #');
  return commandAtStart.test(line) ? `'${line}` : line;
}

/** @returns the first line of a text that is not blank, printable; '' where each is */
export function printableHead(text: string | null): string {
  const lines = printable(text ?? '').split('\n');
  return lines.map((line) => line.trim()).find((line) => line !== '') ?? '';
}

/** @returns the value as a line of JSON that is no command of a CI service either */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(commandInLine, '#\\u0023')}\n`;
}
