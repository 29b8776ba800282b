import { createRequire } from 'node:module';
import type { FrameworkContext } from '../frameworks/frameworkAdapter.ts';
import type { RunningProcess } from '../process/startProcess.ts';
import { findReporter } from '../workspace/installation.ts';

type Answers = (url: string, signal: AbortSignal, withinMs?: number) => Promise<boolean>;

const script = 'serverAnswers.cjs';
const longestAnswer = 10;

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
  /** @returns whether it answers, as `answers`; not, where nothing is known in time */
  ask(): Promise<boolean>;
  end(): Promise<void>;
};

/** A process that asks. Lost: tests have taken it over, or it has ended. */
type Asker = { process: RunningProcess; tell: ((line: string) => void) | null; isLost: boolean };

/**
 * @param context of the unit; a run with a network of its own is asked from within, by a process that tests of its user can
 * take over
 * @param withinMs how long an answer may take, the start of the process included
 * @throws UnitProblem `framework.notFound`
 */
export async function askServer(
  { host, mask, signal }: Pick<FrameworkContext, 'host' | 'mask' | 'signal'>,
  url: string,
  withinMs = 30_000,
): Promise<ServerQuestion> {
  if (host.network !== 'run') return { ask: () => answers(url, signal), end: () => Promise.resolve() };
  const command = await host.node();
  const begin = (): Asker => {
    const lose = () => {
      begun.isLost = true;
      void process.end();
    };
    const process = host.start({
      command,
      args: [findReporter(script), url],
      directory: '/',
      // Variables of the run could keep it from starting.
      environment: host.environment(),
      mask,
      signal,
      hasInput: true,
      onOutput: () => undefined,
      onChannelLine: (line) => {
        const { tell } = begun;
        begun.tell = null;
        // Nothing was asked.
        if (tell === null) lose();
        else tell(line);
      },
      onLongChannelLine: lose,
      channelLineLimit: longestAnswer,
    });
    const begun: Asker = { process, tell: null, isLost: false };
    return begun;
  };
  let asker = begin();
  const ask = async () => {
    if (asker.isLost) {
      await asker.process.end();
      asker = begin();
    }
    const asked = asker;
    const answer = new Promise<string>((resolve) => {
      asked.tell = resolve;
    });
    asked.process.input?.write('?\n');
    const timer = setTimeout(() => void asked.process.end(), withinMs);
    const said = await Promise.race([answer, asked.process.ended]);
    clearTimeout(timer);
    asked.isLost ||= said !== 'yes' && said !== 'no';
    return said === 'yes';
  };
  return { ask, end: () => asker.process.end() };
}
