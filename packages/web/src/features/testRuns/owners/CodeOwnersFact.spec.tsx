import type { CodeOwnersView, TeamId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { failedTest, grace, people, problemView } from '../../../testSupport/problemView.ts';
import { projectView, testRunView } from '../../../testSupport/views.ts';
import { CodeOwnersFact } from './CodeOwnersFact.tsx';

const rule = (line: number, section: string | null, ...owners: CodeOwnersView['rules'][number]['owners']) => ({
  line,
  section,
  owners,
});
const byFile: CodeOwnersView = {
  path: '.github/CODEOWNERS',
  rules: [
    rule(
      12,
      null,
      { name: '@grace', userId: grace, team: null },
      { name: '@northwind/shop', userId: null, team: null },
    ),
  ],
};

function show(codeOwners: CodeOwnersView, routes: Routes = {}, commit: string | null = 'c0ffee') {
  const page = makePage({
    'GET /user-roles': people,
    'GET /projects': [projectView({ gitProvider: 'GitHub', gitOwner: 'northwind', gitRepo: 'shop' })],
    'GET /projects/p1/problems/f1': problemView,
    'GET /projects/p1/code-owners': codeOwners,
    ...routes,
  });
  const fact = (
    <dl>
      <CodeOwnersFact test={failedTest} run={testRunView(1, { commit })} />
    </dl>
  );
  return { ...page, ...renderOn(page, fact) };
}
const askedFor = (sent: readonly { path: string }[], part: string) => sent.some(({ path }) => path.includes(part));

describe('the owner of a test', () => {
  it('is who the CODEOWNERS file of the commit names, with a link to the line', async () => {
    const { sent } = show(byFile);
    expect(await screen.findByText('Grace Hopper, @northwind/shop')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'CODEOWNERS, line 12' })).toHaveAttribute(
      'href',
      'https://github.com/northwind/shop/blob/c0ffee/.github/CODEOWNERS#L12',
    );
    expect(askedFor(sent, 'commit=c0ffee')).toBe(true);
  });

  it('is named for each section of GitLab', async () => {
    const rules = [
      rule(1, null, { name: '@all', userId: null, team: null }),
      rule(7, 'Frontend', { name: '@ui', userId: null, team: null }),
      rule(9, 'Optional'),
    ];
    show({ path: 'CODEOWNERS', rules }, { 'GET /projects': [] });
    expect(await screen.findByText('@ui')).toBeVisible();
    expect(screen.getByText('CODEOWNERS, Frontend, line 7')).toBeVisible();
    expect(screen.queryByText(/Optional/)).not.toBeInTheDocument();
  });

  it('is a team by its name in Assay', async () => {
    const team = { id: 't1' as TeamId, name: 'Web Shop', userIds: [grace] };
    show({ path: 'CODEOWNERS', rules: [rule(1, null, { name: '@northwind/web-shop', userId: null, team })] });
    expect(await screen.findByText('Web Shop')).toBeVisible();
  });

  it('set by hand comes before the file', async () => {
    const { sent } = show(byFile, { 'GET /projects/p1/problems/f1': { ...problemView, ownerUserId: grace } });
    await waitFor(() => expect(askedFor(sent, '/problems/')).toBe(true));
    await waitFor(() => expect(screen.queryByText('Owner')).not.toBeInTheDocument());
  });

  it('is not looked up without a commit', async () => {
    const { sent } = show(byFile, {}, null);
    await waitFor(() => expect(askedFor(sent, '/problems/')).toBe(true));
    expect(askedFor(sent, '/code-owners')).toBe(false);
  });
});
