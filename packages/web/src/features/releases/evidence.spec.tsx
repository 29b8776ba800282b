import {
  canonicalJson,
  type ProjectId,
  type ReleaseCriterionId,
  type ReleaseEvidenceView,
  type TestRunId,
} from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { checkout, decided, docsId, grace, open, press } from '../../testSupport/releasesUnderTest.tsx';
import { catchSavedFiles } from '../../testSupport/savedFiles.ts';

const at = '2026-11-03T10:00:00Z';
const evidence: ReleaseEvidenceView = {
  document: {
    releaseId: checkout.id,
    title: checkout.title,
    description: null,
    proposedReleaseDate: '2026-11-26',
    actualReleaseDate: null,
    ships: [],
    decision: 'No-Go',
    reason: 'Docs are missing',
    decided: { by: grace.id, at },
    criteria: [
      {
        id: 'checkout.1' as ReleaseCriterionId,
        text: 'Everything passed',
        isOpen: false,
        rule: { kind: 'runsPass', testSuiteId: null, environmentId: null, maxAgeHours: null },
        completed: null,
        answer: { answer: 'notMet', reason: 'All tests: #418 failed: 9 tests', evidence: [], position: null },
        override: { by: grace.id, at, reason: 'Behind a flag' },
      },
      {
        id: docsId,
        text: 'Docs are written',
        isOpen: true,
        rule: null,
        completed: null,
        answer: null,
        override: null,
      },
    ],
  },
  sha256: 'a'.repeat(64),
  isIntact: true,
  people: { [grace.id]: grace },
  projectNames: {},
  runsSince: [],
};
const path = 'GET /release/checkout/decisions/1/evidence';
const openEvidence = (answer: ReleaseEvidenceView) =>
  open('/releases/checkout/decisions/1/evidence', { routes: { [path]: answer } });

describe('the evidence of a decision', () => {
  it('is reached from the release, and says what the decision was based on', async () => {
    const { address } = open('/releases/checkout', {
      routes: { 'GET /release/checkout': decided, [path]: evidence },
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Evidence' }));
    expect(address()).toMatch(/\/decisions\/1\/evidence$/);
    const shown = await screen.findByRole('article', { name: 'Evidence' });
    expect(shown).toHaveTextContent('No-Go for Checkout 2.9');
    expect(shown).toHaveTextContent('Grace Hopper');
    expect(
      within(shown).getByRole('row', { name: /Everything passed.*Overridden by Grace Hopper: Behind a flag/ }),
    ).toBeVisible();
    expect(within(shown).getByRole('row', { name: /Docs are written.*To complete/ })).toBeVisible();
    expect(screen.getByText('Matches the log')).toBeVisible();
  });

  it('names what it ships, and the runs of it that have ended since then', async () => {
    const ships = [{ projectId: 'shop' as ProjectId, commit: 'a'.repeat(40) }];
    const run = { testRunId: 'run-9' as TestRunId, number: 9, projectId: ships[0]?.projectId as ProjectId };
    openEvidence({
      ...evidence,
      document: { ...evidence.document, ships: [...ships, { projectId: 'gone' as ProjectId, commit: 'b'.repeat(40) }] },
      projectNames: { shop: 'Web shop' },
      runsSince: [
        { ...run, of: 'Smoke', environmentName: 'Staging', commit: 'a'.repeat(40), verdict: 'failed', endTime: at },
      ],
    });
    expect(await screen.findByRole('region', { name: 'Shipped commits' })).toHaveTextContent('Web shop aaaa');
    const since = screen.getByRole('complementary', { name: 'Since then' });
    expect(since).toHaveTextContent('1 shipped project was deleted.');
    expect(since).toHaveTextContent('Web shop: Smoke #9 failed in Staging');
    expect(within(since).getByRole('link', { name: '#9' })).toHaveAttribute('href', '/northwind/test-runs/run-9');
  });

  it('says when the log does not have its hash', async () => {
    openEvidence({ ...evidence, isIntact: false });
    expect(await screen.findByText('Differs from the log')).toBeVisible();
  });

  it('says when the decision is older than hashes', async () => {
    openEvidence({ ...evidence, isIntact: false, sha256: null });
    expect(await screen.findByText('The decision is older than evidence with a hash.')).toBeVisible();
    expect(screen.queryByText('Differs from the log')).not.toBeInTheDocument();
  });

  it('is downloaded as the JSON that has the hash', async () => {
    const saved = catchSavedFiles();
    openEvidence(evidence);
    await press('Download JSON');
    expect(await saved.last()).toEqual({ name: 'Checkout 2.9.json', lines: [canonicalJson(evidence.document)] });
    saved.restore();
  });
});
