import { lazy } from 'react';
import { Route } from 'react-router';

const ComparisonScreen = lazy(async () => ({ default: (await import('./ComparisonScreen.tsx')).ComparisonScreen }));

export const comparisonRoutes = <Route path="dashboard/analytics/test-run-comparison" element={<ComparisonScreen />} />;
