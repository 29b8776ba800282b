import type { CommandAnswer } from '@assay/contract';
import { END, eventTypeFilter, type JSONEventType } from '@eventstore/db-client';
import { type ReceivingServer, receivingServer } from '../support/receivingServer.ts';
import { pause, uploadFailures } from './failures.ts';
import type { Figure } from './figures.ts';
import { medianAndTail } from './samples.ts';
import { untilQuiet } from './untilQuiet.ts';
import type { Workbench } from './workbench.ts';

const rounds = 200;
const patienceMs = 60_000;

type Ended = JSONEventType<string, { testRunId: string }>;

/** Failures on branches of their own. @returns from the fact that each has ended to its message at the destination, in ms */
async function measureMessages(bench: Workbench, destination: ReceivingServer, of: string): Promise<number[]> {
  const ended = new Map<string, number>();
  const filter = eventTypeFilter({ prefixes: ['TestRunFinished'] });
  const subscription = (await bench.events()).subscribeToAll({ fromPosition: END, filter });
  subscription.on('data', ({ event }) => {
    if (event?.isJson) ended.set((event.data as Ended['data']).testRunId, performance.now());
  });
  // A message may be there before the answer to the upload.
  const arrivals: { body: string; at: number }[] = [];
  destination.reply = ({ body }) => {
    arrivals.push({ body, at: performance.now() });
    return { status: 200 };
  };
  const tookMs = (id: string) => {
    const at = arrivals.find(({ body }) => body.includes(id))?.at;
    const since = ended.get(id);
    return at === undefined || since === undefined ? null : at - since;
  };
  try {
    const ids = await uploadFailures(bench, of, rounds);
    const until = performance.now() + patienceMs;
    for (;;) {
      const took = ids.map(tookMs).filter((ms) => ms !== null);
      if (took.length === ids.length) return took;
      if (performance.now() > until) throw new Error(`${ids.length - took.length} messages have not arrived`);
      await pause(50);
    }
  } finally {
    await subscription.unsubscribe();
  }
}

/** From a failed run to the message about it, alone and while another destination of the same account never answers. */
export async function measureDeliveries(bench: Workbench): Promise<Figure[]> {
  const caller = await bench.caller();
  const [well, silent] = await Promise.all([receivingServer(), receivingServer()]);
  silent.reply = () => null;
  const alertTo = ({ url }: ReceivingServer) =>
    caller.post<CommandAnswer>('/alerts', {
      eventType: 'TESTRUN_FAIL',
      actionType: 'TRIGGER_WEBHOOK',
      destination: `${url}/hook`,
    });
  try {
    await alertTo(well);
    bench.say('  alone');
    const alone = await measureMessages(bench, well, 'well');
    await alertTo(silent);
    bench.say('  beside a destination that never answers');
    const beside = await measureMessages(bench, well, 'silent');
    bench.say(`  ${silent.received.length} messages were tried there meanwhile`);
    await untilQuiet(bench);
    return [
      {
        name: 'a message of an alert at its destination after the run has ended, beside one that never answers',
        unit: 'ms',
        measured: medianAndTail(beside),
        floor: medianAndTail(alone),
        floorIs: 'the same without the other destination',
      },
    ];
  } finally {
    await Promise.all([well.stop(), silent.stop()]);
  }
}
