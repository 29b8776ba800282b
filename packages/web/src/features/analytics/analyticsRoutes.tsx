import { type ComponentProps, lazy } from 'react';
import { Route } from 'react-router';

const AnalyticsScreen = lazy(async () => ({ default: (await import('./AnalyticsScreen.tsx')).AnalyticsScreen }));
const AnalyticsFrame = lazy(async () => ({ default: (await import('./AnalyticsFrame.tsx')).AnalyticsFrame }));

/** Below the dashboard, which leads to them. */
export const analyticsRoutes = (
  <>
    <Route path="dashboard/analytics" element={<AnalyticsScreen />} />
    <Route path="dashboard/analytics/:tab" element={<AnalyticsScreen />} />
  </>
);

/** The frame around the comparison of two runs, which is a tab of analytics and belongs to test runs. */
export function ComparisonFrame(props: Omit<ComponentProps<typeof AnalyticsFrame>, 'tab'>) {
  return <AnalyticsFrame tab="test-run-comparison" {...props} />;
}
