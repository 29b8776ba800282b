import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killDocumentStore } from '../compat/mongo/killRounds.ts';
import { patienceMs } from '../support/patience.ts';
import { anyNumber, rounds, tell } from './chance.ts';

describe('the document store under 64 writers', () => {
  it(
    `loses nothing acknowledged in ${rounds} rounds of kill -9`,
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'mongo-soak-'));
      let total = 0;
      const writesBeforeKill = anyNumber(1_000, 4_000);
      const outcomes = await killDocumentStore({
        dataDir,
        rounds,
        writesBeforeKill,
        onRound: ({ round, acknowledged, documents, problems }) => {
          total += acknowledged;
          tell(
            `document store, round ${round}: ${acknowledged} writes acknowledged, ${documents} documents, ${problems.length} problems`,
          );
          for (const problem of problems) tell(`  ${problem}`);
        },
      });
      const problems = outcomes.flatMap((outcome) => outcome.problems);
      tell(`document store: ${rounds} rounds, ${total} writes acknowledged, ${problems.length} problems`);
      expect(problems).toEqual([]);
      await rm(dataDir, { recursive: true });
    },
    rounds * patienceMs,
  );
});
