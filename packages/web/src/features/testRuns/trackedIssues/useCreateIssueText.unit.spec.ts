import { createIssueText } from './useCreateIssueText.ts';

describe('the button that creates an issue', () => {
  it.each([
    ['Jira before a tracker is connected', [], 'Create Jira issue'],
    ['Jira alone', ['Jira'], 'Create Jira issue'],
    ['GitHub alone', ['GitHub'], 'Create GitHub issue'],
    ['both git services', ['GitHub', 'Gitlab'], 'Create GitHub or GitLab issue'],
    ['Jira and a git service', ['Jira', 'Gitlab'], 'Create Jira or GitLab issue'],
  ] as const)('names %s', (_, providers, text) => {
    expect(createIssueText(providers.map((provider) => ({ provider })))).toBe(text);
  });
});
