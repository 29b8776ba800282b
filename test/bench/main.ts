import { measureAlerts } from './alerts.ts';
import { measureAnalytics } from './analytics.ts';
import { measureCancel } from './cancel.ts';
import { measureChartScripts } from './chartScripts.ts';
import { measureClaims } from './claims.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDashboardPage } from './dashboardPage.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureDeploys } from './deploys.ts';
import { measureDocumentStore } from './documentStore.ts';
import { measureEventStore } from './eventStore.ts';
import { measureFairness } from './fairness.ts';
import { type Figure, tableOf } from './figures.ts';
import { measureFirstPage } from './firstPage.ts';
import { measureFirstVerdict } from './firstVerdict.ts';
import { growHistory } from './grownHistory.ts';
import { measureHostileRequests } from './hostileRequests.ts';
import { measureHostileUploads } from './hostileUploads.ts';
import { measureIngestion } from './ingestion.ts';
import { measureLargeLogPage } from './largeLogPage.ts';
import { measureLargeRun } from './largeRun.ts';
import { measureLargeRunPage } from './largeRunPage.ts';
import { measureListQuery } from './listQuery.ts';
import { describeMachine } from './machine.ts';
import { measureMakespan } from './makespan/makespan.ts';
import { measureManyThings } from './manyThings.ts';
import { measureMemory } from './memory.ts';
import { measureMillionRuns } from './millionRuns.ts';
import { measureOpenSockets } from './openSockets.ts';
import { measureOverhead } from './overhead.ts';
import { measurePaintLatency } from './paintLatency.ts';
import { measureRebuild } from './rebuild.ts';
import { measureRecords } from './records.ts';
import { measureReleases } from './releases.ts';
import { measureRemovedRoles } from './removedRoles.ts';
import { measureReplayPage } from './replayPage.ts';
import { measureResultsPage } from './resultsPage.ts';
import { measureRetention } from './retention.ts';
import { measureRootCauses } from './rootCauses.ts';
import { measureRunCost } from './runCost.ts';
import { measureRunners } from './runners.ts';
import { measureSignIns } from './signIns.ts';
import { measureSocketLatency } from './socketLatency.ts';
import { measureStartUp } from './startUp.ts';
import { watchStolenTime } from './stolenTime.ts';
import { measureTriggers } from './triggers.ts';
import { measureUpload } from './upload.ts';
import { measureUploadShapes } from './uploadShapes.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

type Measurement = {
  name: string;
  measure: (bench: Workbench) => Promise<Figure[]>;
  /** It takes so long that it is left out unless it is named. */
  onlyByName?: true;
};

/** Measurements without an installation: each starts what it measures. */
const alone: { name: string; measure: (say: (line: string) => void) => Promise<Figure[]> }[] = [
  { name: 'makespan', measure: measureMakespan },
  { name: 'triggers', measure: measureTriggers },
  { name: 'records', measure: measureRecords },
  { name: 'causes', measure: measureRootCauses },
  { name: 'documentstore', measure: measureDocumentStore },
  { name: 'eventstore', measure: measureEventStore },
];

/** Each list has its own installation, on which its measurements run one after another. */
const young: Measurement[] = [
  { name: 'socket', measure: measureSocketLatency },
  { name: 'paint', measure: measurePaintLatency },
  { name: 'ingestion', measure: measureIngestion },
  { name: 'claims', measure: measureClaims },
  { name: 'large', measure: measureLargeRun },
  { name: 'upload', measure: measureUpload },
  { name: 'results', measure: measureResultsPage },
  { name: 'shapes', measure: measureUploadShapes },
  { name: 'hostile', measure: measureHostileRequests },
  { name: 'uploads', measure: measureHostileUploads },
  { name: 'signins', measure: measureSignIns },
  { name: 'sockets', measure: measureOpenSockets },
  { name: 'sockets', measure: measureRemovedRoles },
  { name: 'memory', measure: (bench) => measureMemory(bench, 'after the ingestion') },
  { name: 'start', measure: (bench) => measureStartUp(bench, 'a young installation') },
];
const old: Measurement[] = [
  { name: 'list', measure: measureListQuery },
  { name: 'rebuild', measure: measureRebuild },
  { name: 'retention', measure: measureRetention },
  { name: 'memory', measure: (bench) => measureMemory(bench, 'after 100,000 runs') },
  { name: 'start', measure: (bench) => growHistory(bench, 100_000).then(() => measureStartUp(bench, '100,000 runs')) },
];
/** Two accounts, one of which works as hard as it can. */
const shared: Measurement[] = [{ name: 'fairness', measure: measureFairness }];
/** A browser that comes for the first time. */
const visited: Measurement[] = [
  { name: 'firstpage', measure: measureFirstPage },
  { name: 'charts', measure: measureChartScripts },
];
/** A browser with more than fits on a screen: very many tests, the longest log. */
const browsed: Measurement[] = [
  { name: 'largelog', measure: measureLargeLogPage },
  { name: 'largepage', measure: measureLargeRunPage },
  { name: 'replaypage', measure: measureReplayPage },
];
/** Many environments. */
const wide: Measurement[] = [
  { name: 'dashboard', measure: measureDashboard },
  { name: 'dashboardpage', measure: measureDashboardPage },
];
/** Three busy months. */
const months: Measurement[] = [{ name: 'analytics', measure: measureAnalytics }];
/** A month, built again. */
const built: Measurement[] = [{ name: 'runcost', measure: measureRunCost }];
/** Very many projects, environments, deploys and releases. */
const large: Measurement[] = [
  { name: 'releases', measure: measureReleases },
  { name: 'things', measure: measureManyThings },
];
/** A million rows, which take minutes to write. */
const huge: Measurement[] = [{ name: 'million', measure: measureMillionRuns, onlyByName: true }];
/** What follows by itself from runs and deploys. */
const reacting: Measurement[] = [
  { name: 'alerts', measure: measureAlerts },
  { name: 'deploys', measure: measureDeploys },
  { name: 'deliveries', measure: measureDeliveries },
];
/** Real agents with real frameworks. */
const working: Measurement[] = [
  { name: 'overhead', measure: measureOverhead },
  { name: 'firstverdict', measure: measureFirstVerdict },
  { name: 'runners', measure: measureRunners },
  { name: 'cancel', measure: measureCancel },
];
const installations = [young, old, visited, browsed, shared, wide, months, built, large, huge, reacting, working];

const began = performance.now();
const say = (line: string) =>
  console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);

/** Measures, and reports the share of the machine that it had. */
async function measured(name: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  say(name);
  const stolen = watchStolenTime();
  const figures = await measure();
  const share = stolen();
  if (share !== null) say(`  ${Math.round(share * 100)} % of the processor time went to other guests of the host`);
  return figures;
}

let open: Workbench | null = null;

/** An interrupted bench removes its installation, which has a gigabyte of data. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.resolve(open?.close()).finally(() => process.exit(1));
  });
}

async function main(wanted: readonly string[]): Promise<void> {
  const names = [...new Set([...alone, ...installations.flat()].map(({ name }) => name))];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  console.log(`${describeMachine()}\n`);
  const figures: Figure[] = [];
  const isWanted = ({ name, onlyByName }: Pick<Measurement, 'name' | 'onlyByName'>) =>
    wanted.includes(name) || (wanted.length === 0 && !onlyByName);
  for (const { name, measure } of alone.filter(isWanted)) {
    figures.push(...(await measured(name, () => measure(say))));
  }
  for (const measurements of installations) {
    const chosen = measurements.filter(isWanted);
    if (chosen.length === 0) continue;
    say('starting an installation');
    const bench = await openWorkbench(say);
    open = bench;
    try {
      for (const { name, measure } of chosen) {
        figures.push(...(await measured(name, () => measure(bench))));
      }
    } catch (error) {
      console.error(bench.lastWords());
      throw error;
    } finally {
      await bench.close();
      open = null;
    }
  }
  console.log(tableOf(figures));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  // Interrupted measurements may leave timers and connections that would keep the process alive.
  process.exit(1);
});
