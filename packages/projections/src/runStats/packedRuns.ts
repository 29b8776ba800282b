import type { TestRunId, Totals } from '@assay/contract';
import type { EarlierEnd, RunFacts } from './runFacts.ts';

type PackedTotals = [
  passed: number,
  failed: number,
  ignored: number,
  notRun: number,
  flaky: number,
  quarantinedPassed: number,
  quarantinedFailed: number,
  quarantinedOther: number,
  durationMs: number,
  quarantinedDurationMs: number,
];
type PackedRun = [
  testRunId: RunFacts['testRunId'],
  projectId: RunFacts['projectId'],
  environmentId: RunFacts['environmentId'],
  pipelineStageId: RunFacts['pipelineStageId'],
  branch: string,
  commit: string | null,
  createdAt: string,
  startedAt: string | null,
  endedAt: string | null,
  status: RunFacts['status'],
  testsKnown: 0 | 1,
  durationMs: number | null,
  isUpload: 0 | 1,
  testCount: number,
  totals: PackedTotals,
  retries: number,
  retryMs: number,
  ...legAndEarlier: (string | EarlierEnd)[],
];

const noEarlier: readonly EarlierEnd[] = [];
/** Where a run's leg is, if it has one, and then what it was earlier. */
const legAt = 17;

/**
 * A run in one text, with its id at the beginning: an hour of objects would take several times as long to read, and all
 * of it would be written again, field by field, with each change of one of its runs.
 */
export function packRun(run: RunFacts): string {
  const { testRunId, projectId, environmentId, pipelineStageId, branch, commit, createdAt, startedAt, endedAt } = run;
  const { status, testsKnown, durationMs, isUpload, testCount, totals, retries, retryMs, leg, earlier } = run;
  const packed: PackedRun = [
    testRunId,
    projectId,
    environmentId,
    pipelineStageId,
    branch,
    commit,
    createdAt,
    startedAt,
    endedAt,
    status,
    testsKnown ? 1 : 0,
    durationMs,
    isUpload ? 1 : 0,
    testCount,
    packTotals(totals),
    retries,
    retryMs,
    ...(leg === '' ? [] : [leg]),
    ...earlier,
  ];
  return JSON.stringify(packed);
}

/**
 * @param known texts that runs share, such as ids of projects, so that runs that are read together keep each of them once
 * @returns the run of a text of `packRun`
 */
export function unpackRun(row: string, known = new Map<string, string>()): RunFacts {
  const once = <Text extends string | null>(text: Text): Text => {
    if (text === null) return text;
    const same = known.get(text);
    if (same !== undefined) return same as Text;
    known.set(text, text);
    return text;
  };
  const packed: PackedRun = JSON.parse(row);
  const [testRunId, projectId, environmentId, pipelineStageId, branch, commit, createdAt, startedAt, endedAt] = packed;
  const [, , , , , , , , , status, testsKnown, durationMs, isUpload, testCount, totals, retries, retryMs] = packed;
  const leg = packed[legAt];
  const hasLeg = typeof leg === 'string';
  const earlierAt = legAt + (hasLeg ? 1 : 0);
  return {
    testRunId,
    projectId: once(projectId),
    environmentId: once(environmentId),
    pipelineStageId: once(pipelineStageId),
    branch: once(branch),
    commit: once(commit),
    leg: hasLeg ? once(leg) : '',
    createdAt,
    startedAt,
    endedAt,
    status: once(status),
    testsKnown: testsKnown === 1,
    durationMs,
    isUpload: isUpload === 1,
    testCount,
    totals: unpackTotals(totals),
    retries,
    retryMs,
    earlier: packed.length > earlierAt ? (packed.slice(earlierAt) as EarlierEnd[]) : noEarlier,
  };
}

/** @returns whether a text of `packRun` is of the run */
export function isOfRun(testRunId: TestRunId): (row: string) => boolean {
  const start = `[${JSON.stringify(testRunId)},`;
  return (row) => row.startsWith(start);
}

function packTotals(totals: Totals): PackedTotals {
  const { passed, failed, ignored, notRun, flaky, durationMs } = totals;
  const { quarantinedPassed, quarantinedFailed, quarantinedOther, quarantinedDurationMs } = totals;
  const quarantined = [quarantinedPassed, quarantinedFailed, quarantinedOther] as const;
  return [passed, failed, ignored, notRun, flaky, ...quarantined, durationMs, quarantinedDurationMs];
}

function unpackTotals(packed: PackedTotals): Totals {
  const [passed, failed, ignored, notRun, flaky, ...others] = packed;
  const [quarantinedPassed, quarantinedFailed, quarantinedOther, durationMs, quarantinedDurationMs] = others;
  return {
    passed,
    failed,
    ignored,
    notRun,
    flaky,
    quarantinedPassed,
    quarantinedFailed,
    quarantinedOther,
    durationMs,
    quarantinedDurationMs,
  };
}
