import { rm } from 'node:fs/promises';
import { describeEmbedded, temporaryFolder } from './eventStoreUnderTest.ts';
import { killEventStore } from './killRounds.ts';

describeEmbedded('an event store that is killed under 64 writers, three times', () => {
  it('keeps everything it acknowledged each time, every append whole, no gap, and consistent indexes', async () => {
    const dataDir = await temporaryFolder();
    const enough = [0, 1_500, 400, 90];
    const rounds = await killEventStore({ dataDir, rounds: 3, appendsBeforeKill: (round) => enough[round] ?? 0 });
    expect(rounds.flatMap(({ problems }) => problems)).toEqual([]);
    expect(rounds.every(({ round, acknowledged }) => acknowledged >= (enough[round] ?? 0))).toBe(true);
    await rm(dataDir, { recursive: true });
  });
});
