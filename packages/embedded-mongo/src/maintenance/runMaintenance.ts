import { backupMongo } from './backup.ts';
import { compactMongo } from './compact.ts';
import { verifyMongo } from './verify.ts';

export type Task =
  | { kind: 'backup'; dataDir: string; to: string }
  | { kind: 'verify'; dataDir: string }
  | { kind: 'compact'; dataDir: string };

/**
 * Runs one maintenance task of the command line and prints the result; returns the exit code: 1 when problems were
 * found.
 */
export async function runMaintenance(task: Task): Promise<number> {
  switch (task.kind) {
    case 'backup': {
      const { documents, bytes } = await backupMongo(task);
      say(`${documents} documents copied to ${task.to}, ${bytes} bytes`);
      return 0;
    }
    case 'compact': {
      const { before, after } = await compactMongo(task);
      say(`${before} bytes before, ${after} bytes after`);
      return 0;
    }
    case 'verify': {
      const { collections, documents, hash, problems } = await verifyMongo(task);
      for (const problem of problems) say(problem);
      say(`${documents} documents in ${collections} collections, hash ${hash}, ${problems.length} problems`);
      return problems.length === 0 ? 0 : 1;
    }
    default:
      return refuse(task);
  }
}

function refuse(task: never): never {
  throw new Error(`no such task: ${String(task)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
