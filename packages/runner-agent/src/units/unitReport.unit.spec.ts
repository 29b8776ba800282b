import { testIdOf } from '@assay/junit';
import type { UnitEventLog } from '../events/unitEventLog.ts';
import { SecretMask } from '../masking/secretMask.ts';
import type { ProcessHost } from '../process/processHost.ts';
import { identifyTests } from '../testSelection/testIdentity.ts';
import { UnitReport } from './unitReport.ts';

describe('what is reported of a test', () => {
  it('has no colors in its error and its stack trace, not even within a secret; its output keeps them', async () => {
    const events: object[] = [];
    const log = { append: (event: object) => events.push(event), filesFolder: '/spool' };
    const tests = identifyTests([{ key: 'k', file: 'f', name: 't', line: null, tags: [] }]);
    const report = new UnitReport(log as unknown as UnitEventLog, new SecretMask(['s3cret']), {
      tests,
      earlierAttempts: [],
    });
    await report.finished(testIdOf('f', 't'), {
      status: 'FAIL',
      durationMs: 1,
      error: '\u001b[31mexpected\u001b[39m s3\u001b[7mcret\u001b[27m',
      stackTrace: '\u001b[90m    at f (a.js:1:2)\u001b[39m',
      output: '\u001b[32mdone\u001b[39m',
    });
    expect(events.at(-1)).toMatchObject({
      error: 'expected ***',
      stackTrace: '    at f (a.js:1:2)',
      output: '\u001b[32mdone\u001b[39m',
    });
  });

  it('waits for room before files are stored', async () => {
    const steps: string[] = [];
    const log = {
      append: () => steps.push('reported'),
      filesFolder: '/spool',
      roomForFiles: async () => {
        steps.push('room');
        await Promise.resolve();
      },
    };
    const host = {
      reach: null,
      files: {
        open: () => {
          steps.push('opened');
          throw new Error('it is missing');
        },
      },
    };
    const tests = identifyTests([{ key: 'k', file: 'f', name: 't', line: null, tags: [] }]);
    const report = new UnitReport(log as unknown as UnitEventLog, new SecretMask([]), { tests, earlierAttempts: [] });
    report.takeFilesOf(host as unknown as ProcessHost);
    const files = [{ path: '/run/shot.png', name: 'shot.png', mediaType: null }];
    await report.finished(testIdOf('f', 't'), { status: 'PASS', durationMs: 1, files });
    expect(steps).toEqual(['room', 'opened', 'reported', 'reported']);
  });
});
