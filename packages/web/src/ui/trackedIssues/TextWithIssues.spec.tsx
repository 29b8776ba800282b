import { screen, waitFor } from '@testing-library/react';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { jiraTracker } from '../../testSupport/trackedIssueView.ts';
import { TextWithIssues } from './TextWithIssues.tsx';

const text = 'Known as SHOP-812, see https://wiki.example.com/proxy. UTF-8 and SHOP-8x are plain text.';
const linksOf = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('a note', () => {
  it('leads to the issues whose keys it has, and to its addresses', async () => {
    const page = makePage({ 'GET /issue-trackers': [jiraTracker] });
    const { container } = renderOn(page, <TextWithIssues text={text} />);
    await waitFor(() =>
      expect(linksOf()).toEqual([
        ['SHOP-812', 'https://northwind.atlassian.net/browse/SHOP-812'],
        ['https://wiki.example.com/proxy', 'https://wiki.example.com/proxy'],
      ]),
    );
    expect(container).toHaveTextContent(text);
  });

  it('has only its addresses as links without Jira', async () => {
    const page = makePage({ 'GET /issue-trackers': [] });
    renderOn(page, <TextWithIssues text={text} />);
    await waitFor(() => expect(page.sent.some(({ path }) => path === '/issue-trackers')).toBe(true));
    expect(linksOf().map(([shown]) => shown)).toEqual(['https://wiki.example.com/proxy']);
  });
});
