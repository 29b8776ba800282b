import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { packFolder } from '@assay/archives';
import { buildCalls } from '@assay/contract';
import { FormData } from '@assay/proxies';
import { CommandFailure, type ExitCode, exitCodes, usageFailure } from './exitCodes.ts';
import { findProject } from './findNamed.ts';
import { readCommand, required } from './options.ts';
import { jsonLine } from './printable.ts';
import { openServiceClient } from './serviceClient.ts';

/** `assay build` */
export async function buildCommand(args: string[]): Promise<ExitCode> {
  const read = readCommand('build', args, {
    project: { type: 'string' },
    name: { type: 'string' },
    branch: { type: 'string' },
    commit: { type: 'string' },
    'idempotency-key': { type: 'string' },
  });
  if (!read) return exitCodes.passed;
  const { values, positionals } = read;
  const key = required('project', values.project);
  const fields = { name: required('name', values.name), branch: values.branch, commit: values.commit };
  const [wanted, ...more] = positionals;
  if (wanted === undefined || more.length > 0) throw usageFailure('Name one archive, or one folder.');
  const client = openServiceClient(values.url, process.env);
  const project = await findProject(client, key);
  const idempotencyKey = values['idempotency-key'] ?? randomUUID();
  const { id } = await withArchive(wanted, async (path, fileName) => {
    const form = async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
      // Read from disk while it is sent.
      form.set('file', await openAsBlob(path), fileName);
      return form;
    };
    return client.upload(buildCalls.uploadBuild, { params: { id: project.id } }, form, { idempotencyKey });
  });
  process.stdout.write(values.json ? jsonLine({ id, name: fields.name }) : `${id}\n`);
  return exitCodes.passed;
}

/** Provides the archive while it is in use: the file itself, or the folder's content, packed temporarily. */
async function withArchive<Result>(
  wanted: string,
  work: (path: string, name: string) => Promise<Result>,
): Promise<Result> {
  const found = await stat(wanted).catch(() => null);
  if (found?.isFile()) return work(wanted, basename(wanted));
  if (!found?.isDirectory()) throw new CommandFailure(exitCodes.usage, `There is no file or folder '${wanted}'.`);
  const folder = await mkdtemp(join(tmpdir(), 'assay-build-'));
  try {
    const name = `${basename(resolve(wanted)) || 'build'}.tar.gz`;
    const path = join(folder, 'build.tar.gz');
    if ((await packFolder(wanted, path)) === 0) {
      throw new CommandFailure(exitCodes.usage, `There is no file in '${wanted}'.`);
    }
    return await work(path, name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
