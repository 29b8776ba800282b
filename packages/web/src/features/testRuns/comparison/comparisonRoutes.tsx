import { lazy } from 'react';
import { Route } from 'react-router';
import type { ComparisonFrame } from './ComparisonScreen.tsx';

const ComparisonScreen = lazy(async () => ({ default: (await import('./ComparisonScreen.tsx')).ComparisonScreen }));

/** @param Frame head and tabs of the area that the comparison is shown in */
export const comparisonRoutes = (Frame: ComparisonFrame) => (
  <Route path="dashboard/analytics/test-run-comparison" element={<ComparisonScreen Frame={Frame} />} />
);
