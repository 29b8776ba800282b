/** The outbox channel of comments on pull requests. Its payload is that of commit statuses. */
export const pullRequestChannel = 'pullRequest';
