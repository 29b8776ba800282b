import { type ComponentType, lazy } from 'react';

export type AnalyticsTab = {
  /** Also the end of its path. */
  id: string;
  title: string;
  /** Null: another feature has the screen, and puts it into the frame. */
  Panel: ComponentType | null;
};

const RunsTab = lazy(async () => ({ default: (await import('./runs/RunsTab.tsx')).RunsTab }));

/** The tabs in their order; each is loaded when it is first opened. */
export const analyticsTabs: readonly AnalyticsTab[] = [
  { id: 'test-runs', title: 'Test Runs', Panel: RunsTab },
  { id: 'test-run-comparison', title: 'Test Run Comparison', Panel: null },
];
