import type { ProcessEnd } from '../process/startProcess.ts';
import { askEngine, type ContainerEngine } from './containerEngine.ts';
import type { ContainerOrder } from './runArguments.ts';

const answerWithinMs = 5000;

/**
 * Asks the engine whether a finished container exceeded its memory limit. Docker remembers that for a while; podman
 * knows nothing about a removed container, where a kill may have been for memory.
 * @param began milliseconds; before the container was created
 * @returns what ended the process, as the rest of a sentence; undefined where memory was not the cause
 */
export async function memoryCause(
  { engine, limits }: { engine: ContainerEngine; limits: ContainerOrder['limits'] },
  name: string,
  began: number,
  { exitCode, signal }: Pick<ProcessEnd, 'exitCode' | 'signal'>,
): Promise<string | undefined> {
  const { memoryMb } = limits;
  if (memoryMb === null || exitCode === 0) return undefined;
  if (engine.name === 'docker') {
    const [since, until] = [began, Date.now()].map((time) => (time / 1000).toFixed(3));
    const filters = ['--filter', `container=${name}`, '--filter', 'event=oom'];
    const range = [`--since=${since}`, `--until=${until}`];
    const told = await askEngine(engine.command, ['events', ...range, ...filters], process.env, answerWithinMs);
    if (told.out.trim() !== '') return `its container needed more than the ${memoryMb} MB of memory that it may have`;
  }
  return signal === 'SIGKILL' ? `perhaps for lack of memory, as its container may have ${memoryMb} MB` : undefined;
}
