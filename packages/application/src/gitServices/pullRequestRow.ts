/** The channel of the outbox by which pull requests get comments. What it holds is the same as for commits' statuses. */
export const pullRequestChannel = 'pullRequest';
