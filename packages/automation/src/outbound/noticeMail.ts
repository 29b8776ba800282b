import { readableText, subscriptionLink } from '@assay/application';
import {
  type AccountId,
  displayOfRun,
  type MessageId,
  noticeIdOf,
  partsOfMessage,
  type TestRunId,
  type UserId,
  type UserView,
} from '@assay/contract';
import { testRunMessageDecider } from '@assay/domain';
import type { AutomationDeps } from '../automationDeps.ts';
import { addressOfRun } from './addressOfRun.ts';
import { mails } from './mails/mails.ts';
import { mailThreadOf, runOfMail } from './mailThread.ts';
import { type PreparedMail, prepareMail } from './preparedMail.ts';

/** Maximum number of failing tests in a mail. */
const failuresNamed = 5;

/** @returns the link to unsubscribe from mails about the account's runs */
function unsubscribeLink({ operations, publicUrl }: AutomationDeps, accountId: AccountId, userId: UserId): string {
  return `${publicUrl}${subscriptionLink(operations, { kind: 'notices', accountId, userId })}`;
}

function ofRun(deps: AutomationDeps, accountId: AccountId, testRunId: TestRunId, userId: UserId) {
  return { unsubscribe: unsubscribeLink(deps, accountId, userId), thread: mailThreadOf(testRunId) };
}

/** @returns the mail that a run has ended. */
export async function endedRunMail(
  deps: AutomationDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const models = deps.readModels.of(accountId);
  const run = await models.testRun(testRunId);
  if (!run) return null;
  const failures = run.failCount === 0 ? [] : await models.firstFailures(testRunId, failuresNamed);
  const facts = {
    firstName,
    ...runOfMail(run),
    verdict: displayOfRun(run).toLowerCase(),
    counts: run,
    failures,
    url: addressOfRun(deps, run),
  };
  return prepareMail(mails.runEnded(facts), email, [id], ofRun(deps, accountId, run.id, id));
}

/** @returns the mail about a mention in a message; null once the message was deleted. */
export async function mentionMail(
  deps: AutomationDeps,
  accountId: AccountId,
  messageId: MessageId,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const { state } = await deps.eventLog.load(testRunMessageDecider, messageId);
  if (state.status !== 'posted') return null;
  const named = [...state.mentions, ...(state.userId ? [state.userId] : [])];
  const [run, text, persons] = await Promise.all([
    deps.readModels.of(accountId).testRun(state.testRunId),
    readableText(deps, state),
    deps.readModels.persons(named),
  ]);
  if (!run || text === null) return null;
  const fullNameOf = (userId: UserId) => persons.get(userId)?.fullName ?? 'somebody who is gone';
  const readable = partsOfMessage(text)
    .map((part) => (part.kind === 'text' ? part.text : `@${fullNameOf(part.userId)}`))
    .join('');
  const author = state.userId === null ? 'A CI job' : fullNameOf(state.userId);
  const facts = { firstName, author, ...runOfMail(run), text: readable, url: addressOfRun(deps, run, '/messages') };
  return prepareMail(mails.mentioned(facts), email, [id, ...named], ofRun(deps, accountId, run.id, id));
}

/** @returns the mail about a review request. */
export async function reviewMail(
  deps: AutomationDeps,
  accountId: AccountId,
  testRunId: TestRunId,
  { id, email, firstName }: UserView,
): Promise<PreparedMail | null> {
  const models = deps.readModels.of(accountId);
  const [run, notice] = await Promise.all([models.testRun(testRunId), models.notice(noticeIdOf(testRunId, id))]);
  if (!run) return null;
  const by = notice?.byUserId ?? null;
  const asker = by && (await deps.readModels.persons([by])).get(by)?.fullName;
  const facts = { firstName, asker: asker || 'Somebody', ...runOfMail(run), url: addressOfRun(deps, run) };
  return prepareMail(mails.reviewer(facts), email, by ? [id, by] : [id], ofRun(deps, accountId, run.id, id));
}
