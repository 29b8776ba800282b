import { parseArgs } from 'node:util';

const USAGE = `Usage: eventstore --port <number> --dir <folder> [--host <address>] [--scavenge-every <hours>]
       eventstore --dir <folder> --verify
       eventstore --dir <folder> --backup <empty folder>
       eventstore --dir <folder> --compact`;

/** What the program is asked to do. */
export type Command =
  | { kind: 'serve'; dataDir: string; port: number; host?: string; scavengeEveryHours?: number }
  | { kind: 'compact'; dataDir: string }
  | { kind: 'verify'; dataDir: string }
  | { kind: 'backup'; dataDir: string; to: string };

/** @throws Error saying how the program is called */
export function readCommand(args: readonly string[]): Command {
  const values = parse(args);
  const { dir: dataDir } = values;
  if (!dataDir) throw new Error(USAGE);
  if (values.verify) return { kind: 'verify', dataDir };
  if (values.backup) return { kind: 'backup', dataDir, to: values.backup };
  if (values.compact) return { kind: 'compact', dataDir };
  return {
    kind: 'serve',
    dataDir,
    port: portOf(values.port),
    host: values.host,
    scavengeEveryHours: hoursOf(values['scavenge-every']),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        dir: { type: 'string' },
        host: { type: 'string' },
        verify: { type: 'boolean' },
        backup: { type: 'string' },
        compact: { type: 'boolean' },
        'scavenge-every': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function hoursOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const hours = Number(text);
  if (text !== '' && hours >= 0) return hours;
  throw new Error(USAGE);
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text !== undefined && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(USAGE);
}
