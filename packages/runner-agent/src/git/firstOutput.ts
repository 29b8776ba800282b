import { spawn } from 'node:child_process';
import { requireStreams } from '@assay/contract';
import type { GitProgram } from './treeSize.ts';

/**
 * @param limit in bytes
 * @returns the first text that git prints in a folder, without a character that is cut; git is ended once it has printed
 * more
 */
export async function firstOutput(
  { command, args, environment }: GitProgram,
  order: readonly string[],
  folder: string,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  const child = requireStreams(
    spawn(command, [...args, ...order], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    }),
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // It is awaited after the output.
  ended.catch(() => undefined);
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk.subarray(0, limit - bytes), { stream: true });
    bytes += chunk.length;
    if (bytes < limit) continue;
    child.kill('SIGKILL');
    return text;
  }
  const code = await ended;
  if (code !== 0) throw new Error(`git ${order[0]} ended with ${code}`);
  return text;
}
