import { randomUUID } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { decodeGitCredential } from '@assay/contract';
import { seleniumEnvironment } from '../browser/seleniumEnvironment.ts';
import type { AssignedRun } from '../connection/assignedWork.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { setVariables } from '../process/environmentNames.ts';
import type { ProcessHost } from '../process/processHost.ts';
import type { ProjectFiles } from '../projectFiles/projectFiles.ts';
import type { Places } from './places.ts';

/**
 * The environment of a run's processes: the host's, the run's variables (a file variable is written to a file that only
 * the tests' user can read), and Assay's own variables for the tests. Nothing else: a suite may test what it prints or how
 * it acts outside CI, so that a variable of the run replaces `CI=true`, and an empty one removes it.
 * @param folder where file variables are written
 * @param places whose commands come first in PATH
 */
export async function testEnvironment(
  run: AssignedRun,
  folder: string,
  places: Places,
  host: ProcessHost,
): Promise<NodeJS.ProcessEnv> {
  const environment = host.environment();
  const commands = [...places.map((place) => join(place, 'node_modules', '.bin')), environment.PATH];
  environment.PATH = commands.filter(Boolean).join(delimiter);
  environment.CI = 'true';
  environment.ASSAY_TEST_RUN_ID = run.testRunId;
  environment.ASSAY_RECORD_VIDEO = run.recordVideo ? '1' : '0';
  if (run.environmentUrl) environment.ASSAY_BASE_URL = run.environmentUrl;
  Object.assign(environment, await seleniumEnvironment(run.settings, environment, host));
  // Its output is read as UTF-8, which Python on Windows writes only when told to.
  if (process.platform === 'win32') environment.PYTHONIOENCODING = 'utf-8';
  const secrets = secretFilesIn(folder);
  if (run.variables.some(({ file }) => file)) await host.files.makeFolder(secrets);
  for (const { key, file, value } of run.variables) {
    setVariables(environment, { [key]: file ? await writeSecretFile(host.files, secrets, value) : value });
  }
  if (environment.CI === '') delete environment.CI;
  return environment;
}

/** @returns the mask over the values of the run's encrypted variables, and over the password of its repository. */
export function maskOf(run: AssignedRun): SecretMask {
  const values = run.variables.filter((variable) => variable.encrypted).map((variable) => variable.value);
  return new SecretMask([...values, ...passwordsOf(run.settings.gitUrl)]);
}

/** @returns the password of a URL, or its user where that is a token, as it is and as the URL has it */
function passwordsOf(gitUrl: string | null): string[] {
  if (gitUrl === null || !/^https?:/i.test(gitUrl) || !URL.canParse(gitUrl)) return [];
  const { username, password } = new URL(gitUrl);
  const secret = password || username;
  return secret === '' ? [] : [secret, decodeGitCredential(secret)];
}

/** @returns where in a workspace the files of its file variables are */
export function secretFilesIn(folder: string): string {
  return join(folder, 'variables');
}

async function writeSecretFile(files: ProjectFiles, folder: string, content: string): Promise<string> {
  const path = join(folder, randomUUID());
  await files.write(path, content);
  return path;
}
