import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { seleniumEnvironment } from '../browser/seleniumEnvironment.ts';
import type { GivenRun } from '../connection/givenWork.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { findCommand } from '../process/findCommand.ts';

/** What a test process sees of the agent's own environment; everything else, the agent's token first, is kept from it. */
const passedOn = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|TERM|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*)$/i,
  /^(HTTPS?_PROXY|NO_PROXY|ALL_PROXY|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE)$/i,
  /^(JAVA_HOME|DOTNET_ROOT|GOPATH|GOROOT|ANDROID_HOME|PYENV_ROOT|NVM_DIR|PLAYWRIGHT_BROWSERS_PATH|DBUS_SESSION_BUS_ADDRESS)$/i,
  /^(SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/i,
  /^(NPM_CONFIG_(REGISTRY|CACHE|USERCONFIG)|COREPACK_(HOME|NPM_REGISTRY)|YARN_NPM_REGISTRY_SERVER|PIP_(INDEX_URL|CONFIG_FILE|CACHE_DIR)|UV_(INDEX_URL|DEFAULT_INDEX|CACHE_DIR)|POETRY_CACHE_DIR|GRADLE_USER_HOME|MAVEN_(OPTS|ARGS)|NUGET_PACKAGES)$/i,
  /^(ASSAY_CHROMIUM|ASSAY_CHROMIUM_ARGS)$/,
];

/**
 * The environment of a run's processes: what is passed on, the run's variables (the content of a file variable goes to
 * a file that only the agent's user can read), and what Assay tells the tests.
 *
 * @param folder where the files of file variables are put
 * @param directory the tests' working directory, whose own commands come first in PATH
 */
export async function testEnvironment(
  run: GivenRun,
  folder: string,
  directory: string,
  modules: string | null,
): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(([name]) => passedOn.some((pattern) => pattern.test(name)));
  // Windows calls it Path; two of them would hide each other.
  const named = inherited.map(([name, value]) => [
    process.platform === 'win32' && /^path$/i.test(name) ? 'PATH' : name,
    value,
  ]);
  const environment: NodeJS.ProcessEnv = Object.fromEntries(named);
  const commands = [join(directory, 'node_modules', '.bin'), ownNode(environment), environment.PATH];
  environment.PATH = commands.filter(Boolean).join(delimiter);
  if (modules) environment.NODE_PATH = modules;
  environment.CI = 'true';
  environment.FORCE_COLOR = '1';
  environment.ASSAY_TEST_RUN_ID = run.testRunId;
  environment.ASSAY_RECORD_VIDEO = run.recordVideo ? '1' : '0';
  if (run.environmentUrl) environment.ASSAY_BASE_URL = run.environmentUrl;
  Object.assign(environment, seleniumEnvironment(run.settings, environment));
  for (const variable of run.variables) {
    environment[variable.key] = variable.file ? await writeSecretFile(folder, variable.value) : variable.value;
  }
  return environment;
}

/**
 * Tests run on the agent's own Node. Its folder comes before the others only where PATH leads to another one: it may
 * hold a Python or a Java that is not the one that the machine's PATH prefers.
 */
function ownNode(environment: NodeJS.ProcessEnv): string | null {
  const found = findCommand(environment, ['node']);
  return found && realpathSync(found) === realpathSync(process.execPath) ? null : dirname(process.execPath);
}

/** @returns the mask over the values of the run's encrypted variables. */
export function maskOf(run: GivenRun): SecretMask {
  return new SecretMask(run.variables.filter((variable) => variable.encrypted).map((variable) => variable.value));
}

async function writeSecretFile(folder: string, content: string): Promise<string> {
  const own = join(folder, 'variables');
  await mkdir(own, { recursive: true, mode: 0o700 });
  const path = join(own, randomUUID());
  await writeFile(path, content, { mode: 0o600 });
  return path;
}
