import { rm } from 'node:fs/promises';
import { temporaryFolder } from '../compat/eventstore/eventStoreUnderTest.ts';
import { killEventStore } from '../compat/eventstore/killRounds.ts';
import { patienceMs } from '../support/patience.ts';
import { anyNumber, rounds, tell } from './chance.ts';

describe('the event store under 64 writers', () => {
  it(
    `loses nothing acknowledged in ${rounds} rounds of kill -9`,
    async () => {
      const dataDir = await temporaryFolder();
      let total = 0;
      const outcomes = await killEventStore({
        dataDir,
        rounds,
        appendsBeforeKill: () => anyNumber(1, 3_000),
        onRound: ({ round, acknowledged, events, problems }) => {
          total += acknowledged;
          tell(
            `event store, round ${round}: ${acknowledged} appends acknowledged, ${events} events, ${problems.length} problems`,
          );
          for (const problem of problems) tell(`  ${problem}`);
        },
      });
      const problems = outcomes.flatMap((outcome) => outcome.problems);
      tell(`event store: ${rounds} rounds, ${total} appends acknowledged, ${problems.length} problems`);
      expect(problems).toEqual([]);
      await rm(dataDir, { recursive: true });
    },
    rounds * patienceMs,
  );
});
