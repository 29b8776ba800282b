import { stripAnsi } from '../../../ui/stripAnsi.ts';

const prefix = /^[\w.$]*(Error|Exception|Failure)?(\s*\[[^\]]*\])?:\s*/;

/** @returns the lines of a text as far as they are said: without colours, indentation and empty lines */
function saidLines(text: string): string[] {
  return stripAnsi(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Most frameworks begin a stack trace with the error, which stands above it already.
 * @returns the stack trace without the error; empty if nothing else is left
 */
export function framesOf(stackTrace: string, error: string | null): string {
  if (!error) return stackTrace;
  const said = saidLines(error);
  const lines = stackTrace.split('\n');
  let at = 0;
  for (const [index, expected] of said.entries()) {
    while (at < lines.length && saidLines(lines[at] ?? '').length === 0) at++;
    const [line] = saidLines(lines[at] ?? '');
    const isSame = line === expected || (index === 0 && line?.replace(prefix, '') === expected.replace(prefix, ''));
    if (!isSame) return stackTrace;
    at++;
  }
  return lines.slice(at).join('\n').replace(/^\n+/, '');
}
