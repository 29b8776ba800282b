import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineName } from '../src/containers/containerEngine.ts';
import { findSeparation } from '../src/sandbox/separation.ts';
import { canRun, MadeImage } from './realEngines.ts';

const tried = mkdtempSync(join(tmpdir(), 'assay-isolation-'));
chmodSync(tried, 0o711);
const found = { bubblewrap: await findSeparation('bubblewrap', tried), user: await findSeparation('user', tried) };
rmSync(tried, { recursive: true });

/** Each way of isolating tests, whether this machine has it, and what it needs. */
export const isolationWays = [
  ['bubblewrap', typeof found.bubblewrap !== 'string', 'bubblewrap'],
  ['user', typeof found.user !== 'string', 'root, and an installation that others can read'],
  ['docker', canRun('docker'), 'docker, and rights to use it'],
  ['podman', canRun('podman'), 'podman, and rights to use it'],
] as const;
export type IsolationWay = (typeof isolationWays)[number][0];

export function isEngine(way: IsolationWay): way is EngineName {
  return way === 'docker' || way === 'podman';
}

/** @returns for an engine, an image in which JavaScript tests run; null for all else */
export function imageFor(way: IsolationWay): MadeImage | null {
  return isEngine(way) ? new MadeImage(way, ['node', 'sh', 'rm']) : null;
}

/** What gives runs a network of their own on this machine, or why nothing can. */
export const networkTools =
  typeof found.user === 'string' ? found.user : (found.user.network ?? found.user.networkDefect ?? '');
