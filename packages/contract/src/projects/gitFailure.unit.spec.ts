import { whyGitFailed } from './gitFailure.ts';

it.each([
  ["fatal: could not read Username for 'https://git.example.org': terminal prompts disabled", 'It asks for a user'],
  ['git@github.com: Permission denied (publickey).', 'It asks for a user'],
  ["fatal: '/no/such' does not appear to be a git repository", 'There is no repository.'],
  ["fatal: unable to access 'https://x/': Could not resolve host: x", 'Its host does not answer.'],
  [
    "fatal: unable to access 'https://127.0.0.1:9/': Failed to connect to 127.0.0.1 port 9",
    'Its host does not answer.',
  ],
  ["fatal: couldn't find remote ref refs/heads/gone", 'There is no such branch or commit.'],
  ["fatal: transport 'http' not allowed", 'Its protocol is not allowed.'],
  [
    'remote: {"admin-token":"s3cret"}\nfatal: protocol error: bad line length character: {"ad',
    'Git could not read it.',
  ],
])('%s', (said, told) => {
  expect(whyGitFailed(said)).toMatch(told);
  expect(whyGitFailed(said)).not.toContain('s3cret');
});
