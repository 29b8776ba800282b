import { createRequire } from 'node:module';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import { findReporter } from '../workspace/installation.ts';

type Answers = (url: string, signal: AbortSignal, withinMs?: number) => Promise<boolean>;

const script = 'serverAnswers.cjs';

/**
 * @param withinMs how long it may take, however much of an answer arrives
 * @returns whether a server is there: any answer but 404 and those of a server that is not ready, 500 and above
 */
export const answers: Answers = (url, signal, withinMs) => {
  const path = findReporter(script);
  const loaded: { answers: Answers } = createRequire(path)(path);
  return loaded.answers(url, signal, withinMs);
};

/** Asks whether a server is there for the tests of a run. */
export type ServerQuestion = {
  /** @returns whether it answers, as `answers` */
  ask(): Promise<boolean>;
  end(): Promise<void>;
};

/**
 * @param context of the unit; a run with a network of its own is asked from within
 * @throws UnitProblem `framework.notFound`
 */
export async function askServer({ host, mask, signal }: FrameworkContext, url: string): Promise<ServerQuestion> {
  if (host.network !== 'run') return { ask: () => answers(url, signal), end: () => Promise.resolve() };
  let tell: ((isThere: boolean) => void) | null = null;
  const asker = host.start({
    command: await host.node(),
    args: [findReporter(script), url],
    directory: '/',
    // Variables of the run could keep it from starting.
    environment: host.environment(),
    mask,
    signal,
    hasInput: true,
    onOutput: () => undefined,
    onChannelLine: (line) => tell?.(line === 'yes'),
  });
  const hasEnded = asker.ended.then(() => false);
  const ask = () => {
    const told = new Promise<boolean>((resolve) => {
      tell = resolve;
    });
    asker.input?.write('?\n');
    return Promise.race([told, hasEnded]);
  };
  return { ask, end: () => asker.end() };
}
