import { realpath } from 'node:fs/promises';
import type { GenerateApiKeyAnswer, TestRunView } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import { commandLine, type Ended } from '../support/commandLine.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import { createEnvironment, createProject, finishedRun, resultsOf } from '../support/runs.ts';
import { problemsOf } from '../writers/compareRun.ts';
import { CannotInstall, runWriter, type WriterRun } from '../writers/runWriter.ts';
import type { Writer } from '../writers/writer.ts';
import { writers } from '../writers/writers.ts';
import { tell } from './chance.ts';

const only = process.env.SOAK_WRITERS?.split(',');
const wanted = writers.filter(({ name }) => only?.some((each) => name.includes(each)) ?? true);

describe('reports of public tools', () => {
  let installation: Installation;
  let caller: Caller;
  let key: string;
  beforeAll(async () => {
    installation = await startInstallation();
    caller = await signIn(installation.url, admin);
    await createEnvironment(caller, { key: 'ci', name: 'CI' });
    ({ key } = await caller.post<GenerateApiKeyAnswer>('/account/api-keys', { name: 'CI', scope: 'CI' }));
  });
  afterAll(async () => {
    await installation.stop();
    await installation.remove();
  });

  /** A project for each writer: tests of equal names in others' reports have nothing to do with its own. */
  async function projectOf({ name }: Writer): Promise<string> {
    const key = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '');
    await createProject(caller, { key, name, gitUrl: null, testingFramework: 'Playwright' });
    return key;
  }

  async function upload(writer: Writer, { folder }: WriterRun, project: string, options: readonly string[]) {
    const assay = commandLine({ cwd: await realpath(folder), url: installation.url, key });
    const place = ['--project', project, '--environment', 'ci', '--root', '.'];
    const ended = await assay('upload', ...writer.reports, ...place, '--json', ...options);
    return { ended, run: await finishedRun(caller, idIn(ended)) };
  }

  async function judge(writer: Writer, written: WriterRun): Promise<{ seen: string[]; problems: string[] }> {
    const project = await projectOf(writer);
    const alone = await upload(writer, written, project, []);
    const whole = await upload(writer, written, project, ['--exit-code', String(written.exitCode)]);
    const rows = await resultsOf(caller, alone.run.id);
    const said = writer.console(written.output);
    const problems = [
      ...(written.exitCode === writer.exitCode ? [] : [`its exit code is ${written.exitCode}, not ${writer.exitCode}`]),
      ...problemsOf(writer, alone.run, rows, said),
      ...verdictProblems('the report alone', alone, writer.fails),
      ...verdictProblems('the report with its exit code', whole, writer.fails || writer.exitCode !== 0),
    ];
    const tests = rows.map(({ file, name, status }) => `  ${status} ${file} | ${name}`);
    return { seen: [`console ${JSON.stringify(said)}`, ...tests, alone.ended.err], problems };
  }

  it.each(wanted)('$name', async (writer) => {
    const written = await runWriter(writer).catch((error: unknown) => {
      if (error instanceof CannotInstall) return error;
      throw error;
    });
    if (written instanceof CannotInstall) {
      tell(`${writer.name}: skipped, ${written.message}`);
      return;
    }
    try {
      const { seen, problems } = await judge(writer, written);
      tell(`${writer.name}: ${problems.length === 0 ? 'right' : `wrong\n${[...seen, written.output].join('\n')}`}`);
      expect(problems).toEqual([]);
    } finally {
      await written.remove();
    }
  });
});

function idIn({ out, err }: Ended): string {
  try {
    return (JSON.parse(out) as { id: string }).id;
  } catch {
    throw new Error(`the upload was refused: ${out}${err}`);
  }
}

function verdictProblems(what: string, { ended, run }: { ended: Ended; run: TestRunView }, fails: boolean): string[] {
  const failed = ended.code !== 0;
  return failed === fails ? [] : [`${what} ${failed ? 'fails' : 'passes'} the run: ${run.statusInfo ?? run.status}`];
}
