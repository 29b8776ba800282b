import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { pino } from 'pino';
import type { AssignedUnit } from '../connection/assignedWork.ts';
import { endWithinMs } from './givenUp.ts';
import { runUnit, type UnitWork } from './runUnit.ts';

const run = { testRunId: 'r', projectId: 'p', variables: [], settings: { gitUrl: null, testingFramework: 'Other' } };
const assignment = {
  ...{ leaseId: 'r.1.1', run, kind: 'tests', unit: 1, attempt: 1, tests: [], earlierAttempts: [] },
  ...{ nextSequence: 1, runnerId: 'runner' },
} as unknown as AssignedUnit;

describe('a unit whose run fills the disk and cannot be removed', () => {
  let spoolFolder: string;
  beforeEach(() => {
    spoolFolder = mkdtempSync(join(tmpdir(), 'assay-unit-'));
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    rmSync(spoolFolder, { recursive: true });
  });

  it('reports the full disk and frees its slot after the limit of its removal', async () => {
    const posted: unknown[] = [];
    let elapsedMs = 0;
    let reportedAfterMs = 0;
    const line = () => {
      reportedAfterMs = elapsedMs;
    };
    const stream = { line, write: () => undefined, flush: () => Promise.resolve() };
    const signs = new EventEmitter();
    const ending = new AbortController();
    const work = {
      client: {
        postEvents: (_lease: string, first: number, events: readonly unknown[]) => {
          posted.push(...events);
          return Promise.resolve(first + events.length);
        },
      },
      logger: pino({ level: 'silent' }),
      logs: { open: () => stream },
      workspaces: {
        prepare: () => Promise.reject(ending.signal.reason),
        removeWithStores: () => {
          signs.emit('removal');
          return new Promise(() => undefined);
        },
      },
      spoolFolder,
    } as unknown as UnitWork;
    ending.abort('diskFull');
    const removal = once(signs, 'removal');
    let isOver = false;
    void runUnit(assignment, work, ending).then(() => {
      isOver = true;
    });
    await removal;
    while (!isOver) {
      const stepMs = elapsedMs < endWithinMs - 100 ? 100 : 1;
      mock.timers.tick(stepMs);
      elapsedMs += stepMs;
      await breathe();
    }
    expect(reportedAfterMs).toBe(endWithinMs);
    expect(posted).toEqual([
      { type: 'unitCompleted', problem: expect.objectContaining({ code: 'workspace.diskFull' }) },
    ]);
  });
});
