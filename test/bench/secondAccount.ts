import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CommandAnswer } from '@assay/contract';
import { type Caller, signIn } from '../support/caller.ts';
import type { Workbench } from './workbench.ts';

const bundle = join(import.meta.dirname, '../../dist/createAccount.js');
const person = { email: 'second@example.org', password: 'correct horse battery' };

/** Another account of the installation, with its own administrator, project and environment. */
export type SecondAccount = {
  caller: Caller;
  /** How its administrator signs in. */
  credentials: { email: string; password: string };
  project: { projectId: string; environmentId: string };
};

export async function openSecondAccount(bench: Workbench): Promise<SecondAccount> {
  const who = ['--name', 'Second', '--first-name', 'Sam', '--last-name', 'Second'];
  const how = ['--email', person.email, '--password', person.password];
  const env = { ...process.env, ASSAY_DATA_DIR: bench.dataDir };
  const { status, stderr } = spawnSync(process.execPath, [bundle, ...who, ...how], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the second account could not be created: ${stderr}`);
  const caller = await signIn(bench.url(), person);
  const { id: projectId } = await caller.post<CommandAnswer>('/projects', {
    name: 'Small',
    key: 'small',
    gitUrl: 'https://git.example.org/small.git',
    testingFramework: 'CucumberJS',
  });
  const { id: environmentId } = await caller.post<CommandAnswer>('/environments', { name: 'Small', key: 'small' });
  return { caller, credentials: person, project: { projectId, environmentId } };
}
