import type { AuditEntry } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { projectView } from '../../../testSupport/views.ts';
import { projectsArea } from '../projectsRoutes.tsx';

const change = (revision: string, field: string, oldValue: string | null, newValue: string): AuditEntry => ({
  revision,
  time: `2026-11-0${revision}T10:00:00.000Z`,
  userName: 'Ada Tester',
  email: 'ada@northwind.test',
  field,
  change: oldValue === null ? 'added' : 'changed',
  encrypted: false,
  oldValue,
  newValue,
});

describe('the audit log of a project', () => {
  it('names settings as their form does, and restores nothing', async () => {
    const project = projectView();
    const page = makePage({
      'GET /projects': [project],
      [`GET /projects/${project.id}/auditTrail`]: [
        change('2', 'retryFailedTests', 'false', 'true'),
        change('2', 'flakyRules.flips', '3', '7'),
        change('2', 'testTags', null, 'fast\nslow ones'),
        change('1', 'testCommand', null, 'npm test'),
      ],
    });
    const screens = (
      <Routes>
        <Route path=":account">{projectsArea.routes}</Route>
      </Routes>
    );
    renderOn(page, screens, `/northwind/projects/${project.key}/audit-log?at=2026-11-01T12:00:00Z`);
    const rows = within(await screen.findByRole('table', { name: 'Changes' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Retry failed testsno → yes');
    expect(rows[2]).not.toHaveTextContent('flakyRules');
    expect(rows[3]).toHaveTextContent('Test tagsfast slow ones');
    expect(await screen.findByRole('region', { name: 'As it stood' })).toHaveTextContent('Test commandnpm test');
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    expect(screen.queryByText(/Restoring makes a new version/)).toBeNull();
  });
});
