import type {
  CriteriaTemplateId,
  CriteriaTemplateView,
  ReleaseCriterionId,
  ReleaseCriterionView,
  ReleaseId,
  ReleaseView,
} from '@assay/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { EvidenceScreen } from '../features/releases/EvidenceScreen.tsx';
import { ReleaseReadinessScreen } from '../features/releases/ReleaseReadinessScreen.tsx';
import { ReleaseScreen } from '../features/releases/ReleaseScreen.tsx';
import { makePage, type Routes, renderOn } from './pageOfTests.tsx';
import { positionAt } from './views.ts';

export const grace = { id: 'grace', fullName: 'Grace Hopper', email: 'grace@example.com' };
export const checkout: ReleaseView = {
  id: 'checkout' as ReleaseId,
  title: 'Checkout 2.9',
  description: 'Gift cards',
  proposedReleaseDate: '2026-11-26',
  actualReleaseDate: null,
  decision: null,
  decisions: [],
  ships: [],
  criteriaCount: 2,
  completedCount: 1,
  createdBy: grace,
  createdAt: '2026-11-01T10:00:00Z',
  changedAt: '2026-11-02T10:00:00Z',
  position: positionAt(1),
  revision: '4',
};
export const [notesId, docsId] = ['checkout.1', 'checkout.2'] as [ReleaseCriterionId, ReleaseCriterionId];
export const notes: ReleaseCriterionView = {
  releaseId: checkout.id,
  id: notesId,
  text: 'Notes are written',
  isOpen: false,
  completedAt: '2026-11-02T10:00:00Z',
  completedBy: grace,
  rule: null,
  answer: null,
  override: null,
};
export const docs: ReleaseCriterionView = {
  ...notes,
  id: docsId,
  text: 'Docs are written',
  isOpen: true,
  completedAt: null,
  completedBy: null,
};
export const noGo = {
  decision: 'No-Go' as const,
  reason: 'Docs are missing',
  decidedBy: grace,
  decidedAt: '2026-11-03T10:00:00Z',
  openCriterionIds: [docsId],
};
export const decided: ReleaseView = { ...checkout, decision: 'No-Go', decisions: [noGo], revision: '5' };
export const template: CriteriaTemplateView = {
  id: 'one' as CriteriaTemplateId,
  text: 'Notes are written',
  rule: null,
  revision: '3',
  position: positionAt(1),
};
export const pageOf = (...releases: ReleaseView[]) => ({
  releases,
  total: releases.length,
  undecided: releases.filter(({ decision }) => decision === null).length,
  position: positionAt(1),
});
export const answer = { id: 'checkout', revision: '6', position: positionAt(50) };
export const refusal = (status: number, change: object) => () => ({
  status,
  body: { code: 'request.refused', message: 'Refused.', requestId: 'r1', ...change },
});

export type Options = { routes?: Routes; archivedTemplates?: CriteriaTemplateView[]; roleType?: 'USER' | 'ADMIN' };
export const base = '/northwind/dashboard/release-readiness';

export function open(at: string, { routes = {}, archivedTemplates = [], roleType = 'ADMIN' }: Options = {}) {
  const all = {
    'GET /release': pageOf(checkout),
    'GET /release/checkout': checkout,
    'GET /release/checkout/release-criteria': [notes, docs],
    'GET /release-criteria-template': ({ path }: { path: string }) => ({
      body: path.endsWith('?archived=true') ? archivedTemplates : [template],
    }),
    ...routes,
  };
  const page = makePage(all, { roleType });
  const screens = (
    <Screens>
      <Route path={`${base}/releases`} element={<ReleaseReadinessScreen tab="releases" />} />
      <Route path={`${base}/releases/:releaseId`} element={<ReleaseScreen />} />
      <Route path={`${base}/releases/:releaseId/decisions/:number/evidence`} element={<EvidenceScreen />} />
      <Route
        path={`${base}/release-criteria-template`}
        element={<ReleaseReadinessScreen tab="release-criteria-template" />}
      />
    </Screens>
  );
  const view = renderOn(page, screens, `${base}${at}`);
  return { ...page, ...view, changes: () => page.sent.filter(({ method }) => method !== 'GET') };
}

export const press = async (name: string | RegExp) =>
  await userEvent.click(await screen.findByRole('button', { name }));
export const row = (name: RegExp) => screen.findByRole('button', { name });
