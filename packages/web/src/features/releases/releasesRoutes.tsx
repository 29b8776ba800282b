import { lazy } from 'react';
import { Route } from 'react-router';
import type { Area } from '../../ui/Area.ts';
import { IconRocket } from '../../ui/icons/icons.ts';

const loadReadiness = async () => ({ default: (await import('./ReleaseReadinessScreen.tsx')).ReleaseReadinessScreen });
const ReleaseReadinessScreen = lazy(loadReadiness);
const ReleaseScreen = lazy(async () => ({ default: (await import('./ReleaseScreen.tsx')).ReleaseScreen }));
const EvidenceScreen = lazy(async () => ({ default: (await import('./EvidenceScreen.tsx')).EvidenceScreen }));

export const releasesArea: Area = {
  path: 'dashboard/release-readiness',
  label: 'Releases',
  icon: IconRocket,
  load: loadReadiness,
  routes: (
    <Route path="dashboard/release-readiness">
      <Route index element={<ReleaseReadinessScreen tab="releases" />} />
      <Route path="releases" element={<ReleaseReadinessScreen tab="releases" />} />
      <Route path="releases/:releaseId" element={<ReleaseScreen />} />
      <Route path="releases/:releaseId/decisions/:number/evidence" element={<EvidenceScreen />} />
      <Route path="release-criteria-template" element={<ReleaseReadinessScreen tab="release-criteria-template" />} />
    </Route>
  ),
};
