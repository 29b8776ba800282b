import { UsageError, wholeNumber } from '../usageError.ts';
import { type ImageChoice, imageChoiceOf } from './images.ts';

const isolations = ['none', 'docker', 'podman', 'auto'] as const;
/** Where tests run: as plain processes, in containers of a given engine, or of any engine that is available. */
export type Isolation = (typeof isolations)[number];

export type IsolationSettings = {
  mode: Isolation;
  images: ImageChoice;
  /** Memory of a container, MiB; null: unlimited. */
  memoryMb: number | null;
  /** Maximum of processes and threads in a container. */
  pids: number;
  /** A network of the engine; null: its default. */
  network: string | null;
};

type Given = {
  isolate?: string;
  image?: string[];
  'container-memory-mb'?: string;
  'container-pids'?: string;
  'container-network'?: string;
};

/**
 * @param given command-line options, which override the variables with the same meaning
 * @throws UsageError
 */
export function readIsolation(given: Given, environment: NodeJS.ProcessEnv): IsolationSettings {
  const mode = given.isolate ?? environment.ASSAY_ISOLATE ?? 'none';
  if (!isIsolation(mode)) throw new UsageError(`--isolate must be one of ${isolations.join(', ')}.`);
  const images = given.image ?? (environment.ASSAY_IMAGE ?? '').split(/[\s,]+/).filter(Boolean);
  const memoryMb = wholeNumber(
    '--container-memory-mb',
    given['container-memory-mb'] ?? environment.ASSAY_CONTAINER_MEMORY_MB ?? '0',
  );
  const pids = wholeNumber('--container-pids', given['container-pids'] ?? environment.ASSAY_CONTAINER_PIDS ?? '4096');
  if (pids === 0) throw new UsageError('--container-pids must be a whole number from 1 up.');
  const network = given['container-network'] ?? environment.ASSAY_CONTAINER_NETWORK ?? null;
  if (network !== null && !/^[A-Za-z0-9][\w.:-]*$/.test(network)) {
    throw new UsageError('--container-network must be the name of a network, such as host.');
  }
  return { mode, images: imageChoiceOf(images), memoryMb: memoryMb || null, pids, network };
}

function isIsolation(text: string): text is Isolation {
  return isolations.some((each) => each === text);
}
