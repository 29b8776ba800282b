import { open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandFailure, exitCodes } from './exitCodes.ts';

/** A run of the past, as its files show it. */
export type PastRun = {
  files: string[];
  ranAt: Date;
  /** No report says when it ran: the time is that of its newest file. */
  isTimeOfFile: boolean;
  /** Results in its files; null: it is packed. */
  results: number | null;
};

type PastFile = { path: string; ranAt: Date; isTimeOfFile: boolean; results: number | null };

const archive = /\.(zip|tar|tgz|tar\.gz)$/i;
const xmlReport = /\.(xml|trx)$/i;
const allureReport = /-result\.json$/i;
const skipped = new Set(['node_modules', '.git']);
/** Reports of one run are not further apart. */
const apartMs = 3_600_000;
/** Read at once, so that large files cost no memory. */
const pieceBytes = 256 * 1024;
const timestamp =
  /<(?:testsuites?|test-run|test-suite|suite|assembly|robot)\b[^>]*?\b(?:timestamp|start-time|started-at|generated)="([^"]{10,40})"/i;
const allureStart = /"start"\s*:\s*(\d{12,14})\b/;
/** A test of TestNG groups methods, also those that set up or clean up. */
const testcase =
  /<(?:testcase|test-case|test-method(?![^<>]*\bis-config=)|UnitTestResult|test(?![^<>]*\bstarted-at=))[\s>]/g;

/**
 * Finds past runs in folders with all below them, and in single files.
 * @returns runs since then, the oldest first
 * @throws CommandFailure for a path that does not exist
 */
export async function findPastRuns(paths: readonly string[], since: Date): Promise<PastRun[]> {
  const byFolder = new Map<string, PastFile[]>();
  for (const path of paths) {
    for await (const file of reportsIn(path)) {
      const read = await readPastFile(file);
      if (read === null) continue;
      const folder = archive.test(file) ? file : dirname(file);
      byFolder.set(folder, [...(byFolder.get(folder) ?? []), read]);
    }
  }
  return [...byFolder.values()]
    .flatMap(runsOf)
    .filter(({ ranAt }) => ranAt >= since)
    .sort((a, b) => a.ranAt.getTime() - b.ranAt.getTime());
}

async function* reportsIn(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CommandFailure(exitCodes.usage, `There is no file or folder '${path}'.`);
  if (found.isFile()) {
    yield path;
    return;
  }
  for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* reportsIn(below);
    else if (entry.isFile() && [archive, xmlReport, allureReport].some((kind) => kind.test(entry.name))) yield below;
  }
}

/** @returns null for XML without a test */
async function readPastFile(path: string): Promise<PastFile | null> {
  const { mtime } = await stat(path);
  if (archive.test(path)) return { path, ranAt: mtime, isTimeOfFile: true, results: null };
  const isAllure = allureReport.test(path);
  let said: Date | null = null;
  let results = isAllure ? 1 : 0;
  for await (const piece of piecesOf(path)) {
    const [, text] = (isAllure ? allureStart : timestamp).exec(piece.text) ?? [];
    if (said === null && text !== undefined) said = dateOf(text);
    if (!isAllure) results += [...piece.text.matchAll(testcase)].filter(({ index }) => index < piece.own).length;
  }
  if (results === 0) return null;
  return { path, ranAt: said ?? mtime, isTimeOfFile: said === null, results };
}

/** Pieces that overlap, so that each element is whole in one; `own` is where the next one begins. */
async function* piecesOf(path: string): AsyncGenerator<{ text: string; own: number }> {
  const overlap = 1_024;
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(pieceBytes);
    for (let at = 0; ; at += pieceBytes - overlap) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, at);
      const isLast = bytesRead < pieceBytes;
      // One character a byte: what is searched for is in ASCII.
      yield { text: buffer.toString('latin1', 0, bytesRead), own: isLast ? bytesRead : pieceBytes - overlap };
      if (isLast) return;
    }
  } finally {
    await file.close();
  }
}

/** @returns null for what is no date; one without a time zone is in that of this machine */
function dateOf(text: string): Date | null {
  const date = /^\d+$/.test(text)
    ? new Date(Number(text))
    : new Date(text.replace(/ (UTC|GMT)$/, 'Z').replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** @param files of one folder */
function runsOf(files: readonly PastFile[]): PastRun[] {
  const runs: PastFile[][] = [];
  let last: PastFile | undefined;
  for (const file of [...files].sort((a, b) => a.ranAt.getTime() - b.ranAt.getTime())) {
    if (last && file.ranAt.getTime() - last.ranAt.getTime() <= apartMs) runs.at(-1)?.push(file);
    else runs.push([file]);
    last = file;
  }
  return runs.map(pastRunOf);
}

function pastRunOf(files: readonly PastFile[]): PastRun {
  const said = files.filter(({ isTimeOfFile }) => !isTimeOfFile);
  // The first report says when the run began; a file is written at its end.
  const ranAt = said[0]?.ranAt ?? files.at(-1)?.ranAt ?? new Date(0);
  const isPacked = files.some(({ results }) => results === null);
  return {
    files: files.map(({ path }) => path).sort(),
    ranAt,
    isTimeOfFile: said.length === 0,
    results: isPacked ? null : files.reduce((sum, { results }) => sum + (results ?? 0), 0),
  };
}
