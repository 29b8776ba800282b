import { type ComponentType, lazy } from 'react';

export type AnalyticsTab = {
  /** Also the end of its path. */
  id: string;
  title: string;
  /** Null: another feature has the screen, and puts it into the frame. */
  Panel: ComponentType | null;
};

const DistributionTab = lazy(async () => ({
  default: (await import('./distribution/DistributionTab.tsx')).DistributionTab,
}));
const FlakyTab = lazy(async () => ({ default: (await import('./flaky/FlakyTab.tsx')).FlakyTab }));
const RunsTab = lazy(async () => ({ default: (await import('./runs/RunsTab.tsx')).RunsTab }));
const TestsTab = lazy(async () => ({ default: (await import('./tests/TestsTab.tsx')).TestsTab }));
const UsageTab = lazy(async () => ({ default: (await import('./usage/UsageTab.tsx')).UsageTab }));

/** The tabs in their order; each is loaded when it is first opened. */
export const analyticsTabs: readonly AnalyticsTab[] = [
  { id: 'test-runs', title: 'Test Runs', Panel: RunsTab },
  { id: 'tests', title: 'Tests', Panel: TestsTab },
  { id: 'flaky-tests', title: 'Flaky Tests', Panel: FlakyTab },
  { id: 'test-run-comparison', title: 'Test Run Comparison', Panel: null },
  { id: 'test-distribution', title: 'Test Distribution', Panel: DistributionTab },
  { id: 'usage', title: 'Usage', Panel: UsageTab },
];
