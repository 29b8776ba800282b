import { readdirSync, readFileSync } from 'node:fs';

/** @returns the command lines of this machine's processes that contain a text, their arguments separated by blanks (Linux) */
export function commandLinesWith(text: string): string[] {
  const lines = readdirSync('/proc').map((id) => {
    try {
      return /^\d+$/.test(id) ? readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') : '';
    } catch {
      // It has ended in the meantime.
      return '';
    }
  });
  return lines.filter((line) => line.includes(text));
}
