const hostDoesNotAnswer = 'Its host does not answer.';

const reasons: readonly [RegExp, string][] = [
  [
    /authentication failed|could not read (username|password)|permission denied|host key|terminal prompts disabled|http basic/i,
    'It asks for a user, a password or a key that is not there.',
  ],
  [/not found|does not exist|not appear to be a git repository|no such file/i, 'There is no repository.'],
  [/transport .* not allowed|unsupported protocol/i, 'Its protocol is not allowed.'],
  [
    /resolve|timed out|timeout|refused|unable to connect|failed to connect|unreachable|could ?n.t connect|CONNECT tunnel/i,
    hostDoesNotAnswer,
  ],
  [/could ?n.t find remote ref/i, 'There is no such branch or commit.'],
];

/**
 * What a remote server says is not repeated: people who may name an address could read services with it that are not
 * theirs.
 * @param said what git printed
 * @param note what to add where the host does not answer, such as that a proxy is set
 * @returns a sentence of our own
 */
export function whyGitFailed(said: string, note = ''): string {
  const reason = reasons.find(([pattern]) => pattern.test(said))?.[1] ?? 'Git could not read it.';
  return reason === hostDoesNotAnswer ? reason.replace(/\.$/, `${note}.`) : reason;
}
