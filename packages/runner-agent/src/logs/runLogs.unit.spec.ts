import type { TestRunId } from '@assay/contract';
import { pino } from 'pino';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RunLogs } from './runLogs.ts';

describe('the logs of runs', () => {
  it('are not sent after they are closed, even if something is still unsent', async () => {
    // Simulates a service that is away: posting a log retries until its signal fires.
    let asked: () => void = () => undefined;
    const posted = new Promise<void>((resolve) => {
      asked = resolve;
    });
    let givenUp: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      givenUp = resolve;
    });
    const postLog: ServiceClient['postLog'] = (_, signal) =>
      new Promise((_resolve, reject) => {
        asked();
        signal.addEventListener('abort', () => {
          reject(signal.reason);
          givenUp();
        });
      });
    const logs = new RunLogs({ postLog } as ServiceClient, pino({ level: 'silent' }));
    logs.open('run' as TestRunId, 'setup').line('said');
    await posted;
    await logs.flush(1);
    logs.close();
    await ended;
  });
});
