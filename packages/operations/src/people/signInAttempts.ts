import type { AccountId, SignInMeans, UserId } from '@assay/contract';
import type { Binary, Db } from 'mongodb';
import { after, type Clock } from '../clock.ts';
import type { KeyRing } from '../keys/keyRing.ts';
import { openWrappedThings, wrappedKinds } from '../keys/wrappedThings.ts';
import { hashToken, newToken } from '../secretToken.ts';

const keptMs = 10 * 60_000;

type SignInAttemptRow = {
  /** SHA-256 of the attempt's token, hex. */
  _id: string;
  /** SHA-256 of what only the browser that began it has, hex. */
  browser: string;
  /** JSON, encrypted under the master key: it holds secrets. */
  content: Binary;
  expiresAt: Date;
};

/** Somebody went to a provider, to come back with a code. */
export type AwayAttempt = {
  kind: 'away';
  provider: string;
  purpose: 'signIn' | 'link';
  nonce: string;
  codeVerifier: string;
  /** A path of this service. */
  returnTo: string;
  invitation: { token: string; email: string } | null;
};

/** Somebody came back from a provider, which has said who they are there and that the address is theirs. */
export type ProvenAttempt = {
  kind: 'proven';
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  username?: string;
};

/** Somebody came back by whose account the person signs in, but has to send a code as well. */
export type CodeAttempt = {
  kind: 'code';
  provider: string;
  userId: UserId;
  returnTo: string;
  /** What the provider told. */
  claims: Readonly<Record<string, unknown>>;
  /** How many codes were wrong. */
  wrong: number;
};

/** An administrator went to a provider, to see what it tells. */
export type TestingAttempt = Pick<AwayAttempt, 'provider' | 'nonce' | 'codeVerifier' | 'returnTo'> & {
  kind: 'testing';
  accountId: AccountId;
};

/** What the provider told then. */
export type TestedAttempt = {
  kind: 'tested';
  provider: string;
  accountId: AccountId;
  emailVerified: boolean;
  claims: Readonly<Record<string, unknown>>;
  /** Why nothing was told. */
  problem: string | null;
};

/** Somebody went to a git service to connect it for an account. */
export type GitServiceAttempt = {
  kind: 'gitService';
  provider: 'GitHub' | 'Gitlab' | 'BitBucket';
  means: SignInMeans;
  codeVerifier: string;
  /** A path of this service. */
  returnTo: string;
  accountId: AccountId;
  userId: UserId;
};

/** Somebody went to Slack to connect a workspace for an account. */
export type SlackAttempt = Pick<GitServiceAttempt, 'returnTo' | 'accountId' | 'userId'> & { kind: 'slack' };

/** An administrator went to Atlassian to connect Jira for an account. */
export type JiraAttempt = Pick<GitServiceAttempt, 'returnTo' | 'accountId' | 'userId'> & {
  kind: 'jira';
  /** The address of the Jira that is meant; null: the only one. */
  site: string | null;
};

/** Staff went to GitHub to register an app for the installation. */
export type GitHubAppAttempt = {
  kind: 'gitHubApp';
  /** Of that GitHub. */
  address: string;
  /** That is to own the app; null: whoever registers it. */
  organization: string | null;
  /** JSON: what the app is to be. */
  manifest: string;
  /** Whether it is to tell of pushes. */
  hasWebhook: boolean;
  userId: UserId;
};

export type SignInAttempt =
  | GitHubAppAttempt
  | GitServiceAttempt
  | SlackAttempt
  | JiraAttempt
  | AwayAttempt
  | ProvenAttempt
  | CodeAttempt
  | TestingAttempt
  | TestedAttempt;

/**
 * What is remembered between two steps of a sign-in by a provider. An attempt serves once, within 10 minutes, and only
 * the browser that began it.
 */
export type SignInAttempts = {
  /**
   * @param browser a secret of the browser, such as a cookie
   * @returns the attempt's token: opaque, 32 random bytes as base64url
   */
  begin(browser: string, attempt: SignInAttempt): Promise<string>;
  /** @returns the attempt, which stays; null when this browser has none with the token. */
  find(token: string, browser: string): Promise<SignInAttempt | null>;
  /** @returns the attempt, which is gone then; null when this browser has none with the token. */
  take(token: string, browser: string): Promise<SignInAttempt | null>;
};

export async function openSignInAttempts(db: Db, ring: KeyRing, now: Clock): Promise<SignInAttempts> {
  const rows = db.collection<SignInAttemptRow>('signInAttempts');
  const contents = openWrappedThings(db, ring, wrappedKinds.signInAttempts);
  await rows.createIndexes([{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }]);

  // The sweeper of lapsed rows runs once a minute, so the time is checked here too.
  const own = (token: string, browser: string) => ({
    _id: hashToken(token),
    browser: hashToken(browser),
    expiresAt: { $gt: now() },
  });
  const attemptOf = async (row: SignInAttemptRow | null): Promise<SignInAttempt | null> =>
    row ? JSON.parse((await contents.open(row._id, row.content)).toString()) : null;

  return {
    async begin(browser, attempt) {
      const token = newToken();
      const _id = hashToken(token);
      await contents.storing(_id, Buffer.from(JSON.stringify(attempt)), (content) =>
        rows.insertOne({ _id, browser: hashToken(browser), content, expiresAt: after(now(), keptMs) }),
      );
      return token;
    },

    find: async (token, browser) => attemptOf(await rows.findOne(own(token, browser))),
    take: async (token, browser) => attemptOf(await rows.findOneAndDelete(own(token, browser))),
  };
}
