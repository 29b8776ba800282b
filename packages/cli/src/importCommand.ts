import { resolve } from 'node:path';
import { uploadCalls } from '@assay/contract';
import { FormData } from '@assay/proxies';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { readCommand, required } from './options.ts';
import { findPastRuns, type PastRun } from './pastRuns.ts';
import { jsonLine, printable } from './printable.ts';
import { openServiceClient } from './serviceClient.ts';
import { withFiles } from './uploadFiles.ts';

const yearMs = 365 * 86_400_000;
/** By which the service refuses files, and not the caller. */
const ofFiles = new Set(['upload.notJunit', 'upload.noResults', 'upload.tooLarge']);
const day = /^\d{4}-\d{2}-\d{2}$/;

/** `assay import` */
export async function importCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('import', args, {
    project: { type: 'string' },
    environment: { type: 'string' },
    branch: { type: 'string' },
    root: { type: 'string' },
    since: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  if (positionals.length === 0) throw usageFailure('Name the folders and files to import.');
  const fields = {
    projectId: required('project', values.project),
    environmentId: required('environment', values.environment),
    branch: values.branch,
    root: values.root === undefined ? undefined : resolve(values.root),
  };
  const client = openServiceClient(values.url, process.env);
  const runs = await findPastRuns(positionals, sinceOf(values.since));
  if (runs.length === 0) throw new CommandFailure(exitCodes.usage, 'There are no reports in these paths since then.');
  const summary = summaryOf(runs);
  if (values['dry-run']) {
    process.stdout.write(values.json ? jsonLine(summary) : `${textOf(summary)}\n`);
    return exitCodes.passed;
  }
  process.stderr.write(`${textOf(summary)}\n`);
  let [imported, known, refused] = [0, 0, 0];
  for (const [index, run] of runs.entries()) {
    const said = `${index + 1} of ${runs.length}: ${run.ranAt.toISOString().slice(0, 16)}`;
    try {
      const answer = await withFiles(run.files, (append) =>
        client.upload(uploadCalls.uploadTestRun, {}, async () => {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
          form.set('ranAt', run.ranAt.toISOString());
          await append(form);
          return form;
        }),
      );
      if (answer.repeated) known += 1;
      else imported += 1;
      const became = answer.repeated ? 'was imported before' : `${answer.counts.total} results`;
      process.stderr.write(`${said}, run #${answer.number}: ${became}\n`);
    } catch (error) {
      // Others may be read; a service that is away, or refuses the key, takes none.
      if (!(error instanceof CommandFailure) || !ofFiles.has(error.code ?? '')) throw error;
      refused += 1;
      process.stderr.write(`${printable(`${said}, not imported: ${run.files[0]}: ${error.message}`)}\n`);
    }
  }
  const told = `${imported} runs imported, ${known} were imported before, ${refused} could not be read.`;
  process.stdout.write(values.json ? jsonLine({ ...summary, imported, known, refused }) : `${told}\n`);
  return refused > 0 ? exitCodes.failed : exitCodes.passed;
}

function sinceOf(text: string | undefined): Date {
  if (text === undefined) return new Date(Date.now() - yearMs);
  const date = new Date(`${text}T00:00:00`);
  if (!day.test(text) || Number.isNaN(date.getTime())) throw usageFailure('--since takes a day, as 2026-01-31.');
  return date;
}

type Summary = {
  runs: number;
  /** In files that are not packed. */
  results: number;
  packed: number;
  from: string;
  to: string;
  /** Runs whose time is that of a file, as no report says one. */
  timesOfFiles: number;
};

function summaryOf(runs: readonly PastRun[]): Summary {
  const at = (index: number) => runs.at(index)?.ranAt.toISOString() ?? '';
  return {
    runs: runs.length,
    results: runs.reduce((sum, { results }) => sum + (results ?? 0), 0),
    packed: runs.filter(({ results }) => results === null).length,
    from: at(0),
    to: at(-1),
    timesOfFiles: runs.filter(({ isTimeOfFile }) => isTimeOfFile).length,
  };
}

function textOf({ runs, results, packed, from, to, timesOfFiles }: Summary): string {
  const days = [from, to].map((time) => time.slice(0, 10)).join(' to ');
  const archives = packed === 0 ? '' : ` and those of ${packed} archives`;
  const times =
    timesOfFiles === 0
      ? ''
      : `\n${timesOfFiles} of the runs do not say when they ran: they get the time of their files.`;
  return `${runs} runs with ${results} results${archives}, from ${days}${times}`;
}
