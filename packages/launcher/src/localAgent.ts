import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stores } from '@assay/application';
import type { AccountId } from '@assay/contract';
import type { Settings } from './settings.ts';
import { withoutSecrets } from './supervision/child.ts';

/**
 * What separates the tests of this machine's agent from the service; `by` is null where nothing does, and `why` too where
 * that is what it was told.
 */
export type LocalIsolation = { by: string | null; why: string | null };

/** @returns the agent's environment besides what every child gets. */
export function agentEnvironment({ installation, isolation }: Settings): Record<string, string> {
  return {
    ASSAY_ISOLATE: isolation,
    ASSAY_LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    ASSAY_MODULES: join(installation, 'node_modules'),
    ASSAY_REPORTERS_DIR: join(installation, 'packages/runner-agent/reporters'),
  };
}

/**
 * Asks the agent, which alone knows how to find out.
 * @param folder of the agent
 */
export async function localIsolation(settings: Settings, folder: string): Promise<LocalIsolation> {
  if (settings.isolation === 'none') return { by: null, why: null };
  const args = [join(settings.distDir, 'agent.js'), '--print-isolation', '--dir', folder];
  const env = { ...withoutSecrets(process.env), ...agentEnvironment(settings) };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout) as LocalIsolation;
  } catch (error) {
    // The agent does not start either then, and says why in its own words.
    return { by: null, why: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * @param accountId the account that the agent serves; null: every account of the installation
 * @returns the token with which the agent on this machine joins
 */
export async function localAgentToken(
  { operations }: Stores,
  dataDir: string,
  accountId: AccountId | null,
): Promise<string> {
  const keys = join(dataDir, 'keys');
  const path = join(keys, accountId === null ? 'local-agent-token' : `local-agent-token-${accountId}`);
  const kept = await readFile(path, 'utf8').catch(() => '');
  const token = kept.trim() || randomBytes(24).toString('base64url');
  if (kept.trim() === '') {
    await mkdir(keys, { recursive: true });
    await writeFile(path, `${token}\n`, { mode: 0o600 });
  }
  await operations.agentTokens.create({ name: 'this machine', accountId, token });
  return token;
}
