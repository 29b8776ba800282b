/** What of its processes' ordinary output `npm start` prints besides keeping it. Warnings and errors are always shown. */
export const shownOutputs = ['errors', 'security', 'all'] as const;
export type ShownOutput = (typeof shownOutputs)[number];

type SecurityEntry = { time: string; event: string } & Record<string, unknown>;
/** Of an entry, as people are told it. */
const forPeople = ['status', 'code', 'method', 'route', 'actor', 'address'] as const;

/**
 * @param line that a process has printed on its stdout
 * @param isTerminal somebody watches; otherwise a collector of logs reads the api's own JSON
 * @returns what is to be shown; null: nothing
 */
export function shownLine(name: string, line: string, shown: ShownOutput, isTerminal: boolean): string | null {
  if (shown === 'errors') return null;
  const entry = securityEntryIn(line);
  if (entry) return isTerminal ? `[${name}] ${sentenceOf(entry)}` : line;
  return shown === 'all' ? `[${name}] ${line}` : null;
}

function securityEntryIn(line: string): SecurityEntry | null {
  if (!line.startsWith('{') || !line.includes('"name":"security"')) return null;
  try {
    const entry: unknown = JSON.parse(line);
    return isSecurityEntry(entry) ? entry : null;
  } catch {
    // Something else that looks like one, or half of one.
    return null;
  }
}

function isSecurityEntry(entry: unknown): entry is SecurityEntry {
  if (typeof entry !== 'object' || entry === null || !('time' in entry) || !('event' in entry)) return false;
  return typeof entry.time === 'string' && typeof entry.event === 'string';
}

function sentenceOf(entry: SecurityEntry): string {
  const details = forPeople.flatMap((key) => {
    const value = entry[key];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  return [entry.time.slice(11, 19), entry.event, ...details].join(' ');
}
