import { commitStatusChannel, pullRequestChannel } from '@assay/application';
import { abortableSleep, timedOut, withTimeout } from '@assay/concurrency';
import {
  type Channel,
  type GitApps,
  gitAppsOf,
  type MailMessage,
  type OutgoingGuard,
  openGitApps,
  openGitTokens,
  openOutgoingGuard,
  type SlackSettings,
  slackSettingsOf,
} from '@assay/integrations';
import type { AttemptOutcome, DueDestination, OutboxRow } from '@assay/operations';
import type { Recorder } from '@assay/telemetry';
import { openAlertRoom } from '../alerts/alertRoom.ts';
import { alertChannel } from '../alerts/queueAlerts.ts';
import type { AutomationStores } from '../automationDeps.ts';
import { openCommitStatusRoom } from '../commitStatuses/commitStatusRoom.ts';
import { openPullRequestRoom } from '../pullRequests/pullRequestRoom.ts';
import { retryUntilStopped } from '../retryUntilStopped.ts';
import { openMailRoom } from './mailRoom.ts';
import { mailDestination } from './queueMail.ts';
import type { Room } from './room.ts';
import { openSlackNoticeRoom, slackNoticeChannel } from './slackNotices.ts';

/** Interval of checks of the outbox. */
const lookMs = 500;
/** Concurrent deliveries besides mail: per account, and in total. */
const maxBusy = { account: 8, all: 32 };
/** After this time, a destination with more to send yields to others. */
const turnMs = 10_000;
/** What a channel's own limits should have ended by then. */
const deliveryMs = 120_000;
/** Longer than a delivery and writing down how it ended. */
const leaseMs = 300_000;
/** On stop, deliveries in progress are awaited for this long; after the lease they are sent again. */
const stopMs = 5_000;

export type SenderOptions = {
  /** Null where no mail server is set: mail is kept in the outbox. */
  mail: Channel<MailMessage> | null;
  /** What addresses that people gave have to pass; no local ones unless set. */
  guard?: OutgoingGuard | undefined;
  /** Where Slack is, and how accounts connect it besides by token. */
  slack?: SlackSettings | undefined;
  /** How accounts connect git services besides by token, by the operator's variables. */
  gitApps?: GitApps | undefined;
  /** Time limit of one delivery; 2 minutes by default. */
  deliveryMs?: number | undefined;
  /** False when another process may be sending. */
  mayAct?: (() => boolean) | undefined;
};

/**
 * Sends the outbox: the rows of one destination in order, several destinations concurrently, so that a hanging one
 * delays only itself. The outcome of a row is recorded in the event log before the row: if the process crashes in
 * between, the next one sends the row again and marks it as a possible duplicate.
 */
export function startSender(
  stores: AutomationStores & { publicUrl: string; recorder: Recorder },
  {
    mail,
    guard = openOutgoingGuard([]),
    slack = slackSettingsOf({}),
    gitApps = gitAppsOf({}),
    deliveryMs: limitMs = deliveryMs,
    mayAct = () => true,
  }: SenderOptions,
): { stop(): Promise<void> } {
  const { operations, log } = stores;
  const { outbox } = operations;
  const alertRoom = openAlertRoom(stores, { mail, guard, slack });
  const gitTokens = openGitTokens(guard, openGitApps(gitApps, operations.gitHubAppKeys), operations.serviceGrants);
  const commitStatusRoom = openCommitStatusRoom({ ...stores, gitTokens }, guard);
  const slackNoticeRoom = openSlackNoticeRoom(stores, { guard, slack });
  const pullRequestRoom = openPullRequestRoom({ ...stores, gitTokens }, guard);
  const rooms: ReadonlyMap<string, Room> = new Map([
    ['mail', openMailRoom(stores, mail)],
    [alertChannel, alertRoom],
    [commitStatusChannel, commitStatusRoom],
    [pullRequestChannel, pullRequestRoom],
    [slackNoticeChannel, slackNoticeRoom],
  ]);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Deliveries that end after the stop are recorded too, or they would be sent twice. */
  const givingUp = new AbortController();
  const busy = new Map<string, DueDestination & { sending: Promise<void> }>();
  /** When each account with pending rows was last served. */
  let servedAt = new Map<DueDestination['accountId'], number>();

  async function deliver(row: OutboxRow): Promise<AttemptOutcome> {
    const room = rooms.get(row.channel);
    // Written by a newer version of the service.
    if (!room) return { kind: 'kept' };
    const { accountId, channel } = row;
    const work = { type: 'Background' as const, name: `Outbox.${channel}`, accountId };
    const sent = await stores.recorder.measure(work, () => withTimeout(room.deliver(row), limitMs, givingUp.signal));
    if (sent.result !== timedOut) return sent.result;
    givingUp.signal.throwIfAborted();
    const reason = 'the destination took too long: whether it arrived is not known';
    return { kind: 'retry', reason, of: 'destination', isDoubtful: true };
  }

  async function record(row: OutboxRow, outcome: AttemptOutcome, tookMs: number): Promise<void> {
    const state = outbox.outcomeOf(row, outcome);
    if (state !== 'waiting') await rooms.get(row.channel)?.ended(row, state, outcome);
    await outbox.settle(row, outcome, tookMs);
  }

  async function sendAll(destination: string): Promise<void> {
    const until = performance.now() + turnMs;
    try {
      while (!signal.aborted && mayAct() && performance.now() < until) {
        const row = await outbox.claim(destination, leaseMs);
        if (row === null) return;
        // The lease may have expired while the process was frozen; sending now would send twice.
        if (!mayAct()) return await outbox.giveBack(row);
        const began = performance.now();
        const outcome = await deliver(row);
        const tookMs = Math.round(performance.now() - began);
        const warn = (err: unknown) => log.warn({ err, row: row._id }, 'how a delivery ended could not be recorded');
        await retryUntilStopped(() => record(row, outcome, tookMs), givingUp.signal, warn);
      }
    } catch (err) {
      log.warn({ err, destination }, 'sending failed and is tried again');
    }
  }

  /** Whether the account may start another delivery. */
  function hasRoom({ accountId, destination }: DueDestination): boolean {
    if (busy.has(destination)) return false;
    if (destination === mailDestination) return true;
    const others = [...busy.values()].filter((each) => each.destination !== mailDestination);
    const own = others.filter((each) => each.accountId === accountId);
    return others.length < maxBusy.all && own.length < maxBusy.account;
  }

  /** Sends due rows, starting with the account that was served least recently. */
  async function sendDue(): Promise<void> {
    const due = await outbox.dueDestinations();
    servedAt = new Map(due.map(({ accountId }) => [accountId, servedAt.get(accountId) ?? 0]));
    const byAge = due.sort((a, b) => (servedAt.get(a.accountId) ?? 0) - (servedAt.get(b.accountId) ?? 0));
    for (const each of byAge) {
      if (!hasRoom(each)) continue;
      const { accountId, destination } = each;
      servedAt.set(accountId, performance.now());
      const sending = sendAll(destination).finally(() => busy.delete(destination));
      busy.set(destination, { accountId, destination, sending });
    }
  }

  async function loop(): Promise<void> {
    let hasTakenOver = false;
    while (!signal.aborted) {
      try {
        const isMine = mayAct();
        if (isMine && !hasTakenOver) await outbox.takeOver();
        hasTakenOver ||= isMine;
        if (isMine) await sendDue();
      } catch (err) {
        log.warn({ err }, 'the outbox cannot be looked into');
      }
      await abortableSleep(lookMs, signal);
    }
  }

  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      await looping;
      await withTimeout(Promise.all([...busy.values()].map(({ sending }) => sending)), stopMs);
      givingUp.abort();
      alertRoom.close();
      commitStatusRoom.close();
      pullRequestRoom.close();
      slackNoticeRoom.close();
      gitTokens.close();
    },
  };
}
