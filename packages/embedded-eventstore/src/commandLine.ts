import { parseArgs } from 'node:util';

const USAGE = `Usage: eventstore --port <number> --dir <folder> [--host <address>]
       eventstore --dir <folder> --verify
       eventstore --dir <folder> --backup <empty folder>`;

/** What the program is asked to do. */
export type Command =
  | { kind: 'serve'; host: string | undefined; port: number; dataDir: string }
  | { kind: 'verify'; dataDir: string }
  | { kind: 'backup'; dataDir: string; to: string };

/** @throws Error saying how the program is called */
export function readCommand(args: readonly string[]): Command {
  const values = parse(args);
  const { dir: dataDir, host } = values;
  if (!dataDir) throw new Error(USAGE);
  if (values.verify) return { kind: 'verify', dataDir };
  if (values.backup) return { kind: 'backup', dataDir, to: values.backup };
  return { kind: 'serve', host, port: portOf(values.port), dataDir };
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
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text !== undefined && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(USAGE);
}
