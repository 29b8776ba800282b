import { delimiter, isAbsolute } from 'node:path';
import { type ImageChoice, imageChoiceOf } from '../containers/images.ts';
import { UsageError, wholeNumber } from '../usageError.ts';

const ways = ['docker', 'podman', 'bubblewrap', 'user', 'none'] as const;
/** What keeps tests away from the agent and all else: containers, a sandbox, users of their own, or nothing. */
export type Isolation = (typeof ways)[number];

export type IsolationSettings = {
  /** The first one that the machine has is used. */
  ways: readonly Isolation[];
  images: ImageChoice;
  /** Memory of a container, MiB; null: unlimited. */
  memoryMb: number | null;
  /** Maximum of processes and threads in a container. */
  pids: number;
  /** A network of the engine; null: its default. */
  network: string | null;
  /** What tests in a sandbox may read of the machine, besides its programs. */
  shown: readonly string[];
};

type Given = {
  isolate?: string;
  image?: string[];
  'container-memory-mb'?: string;
  'container-pids'?: string;
  'container-network'?: string;
  show?: string[];
};

/** What an agent does that was told nothing. */
export const plainProcesses: IsolationSettings = readIsolation({}, {});

/**
 * @param given command-line options, which override the variables with the same meaning
 * @throws UsageError
 */
export function readIsolation(given: Given, environment: NodeJS.ProcessEnv): IsolationSettings {
  const wanted = waysIn(given.isolate ?? environment.ASSAY_ISOLATE ?? 'none');
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
  const shown = given.show ?? (environment.ASSAY_SHOW ?? '').split(delimiter).filter(Boolean);
  if (!shown.every((path) => isAbsolute(path))) throw new UsageError('--show must be an absolute path.');
  return { ways: wanted, shown, images: imageChoiceOf(images), memoryMb: memoryMb || null, pids, network };
}

function waysIn(text: string): readonly Isolation[] {
  if (text === 'auto') return ways;
  const named = text.split(',').map((each) => each.trim());
  const known = named.filter(isIsolation);
  if (known.length === named.length) return known;
  throw new UsageError(`--isolate must be auto, or one or more of ${ways.join(', ')}.`);
}

function isIsolation(text: string): text is Isolation {
  return ways.some((each) => each === text);
}
