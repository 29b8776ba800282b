import { lazy } from 'react';
import { Route } from 'react-router';

const InsightsScreen = lazy(async () => ({ default: (await import('./InsightsScreen.tsx')).InsightsScreen }));

export const insightsRoutes = <Route path="dashboard/insights" element={<InsightsScreen />} />;
