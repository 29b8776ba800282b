import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from './settings.ts';

/** The agent's folder in the data folder. */
export const agentFolder = 'agent';

/**
 * Makes the data folder private, and what an earlier version has left in it. Where this is root, tests may have users
 * of their own: these pass through the data folder to the agent's, which opens itself to them where needed.
 * @throws SettingError for a folder that cannot be made or changed, such as one of a read-only file system
 */
export async function keepPrivate(dataDir: string): Promise<void> {
  await makePrivate(dataDir).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new SettingError(
      `The data folder ${dataDir} cannot be used: ${error.message}. Make it writable, or choose another folder with ASSAY_DATA_DIR.`,
    );
  });
}

async function makePrivate(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (entry.name === agentFolder) continue;
    if (entry.isDirectory()) await chmod(join(dataDir, entry.name), 0o700);
    else if (entry.isFile()) await chmod(join(dataDir, entry.name), 0o600);
  }
}
