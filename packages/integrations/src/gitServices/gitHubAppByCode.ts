import { createPrivateKey } from 'node:crypto';
import { isAnswer, type Poster } from '../outgoing/postJson.ts';
import { UnreadableService } from '../outgoing/readJson.ts';
import { apiOf } from './commitStatus.ts';

/** An app as GitHub made it of a manifest, with its keys. */
export type MadeGitHubApp = {
  appId: string;
  slug: string;
  name: string;
  /** Where its owner changes it. */
  settingsUrl: string;
  /** PEM. */
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string | null;
};

type Answer = {
  id?: unknown;
  slug?: unknown;
  name?: unknown;
  pem?: unknown;
  client_id?: unknown;
  client_secret?: unknown;
  webhook_secret?: unknown;
  owner?: { login?: unknown; type?: unknown } | null;
};

/** It has the key, and all about the owner. */
const maxAnswerBytes = 64 * 1024;
const knownSlug = /^[\w-]{1,100}$/;

function parsed(text: string): Answer {
  try {
    return Object(JSON.parse(text)) as Answer;
  } catch {
    return {};
  }
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

function settingsUrlOf(address: string, slug: string, owner: Answer['owner']): string {
  const { login, type } = owner ?? {};
  const of = type === 'Organization' ? `/organizations/${encodeURIComponent(String(login))}` : '';
  return `${address}${of}/settings/apps/${slug}`;
}

/**
 * Exchanges the code that GitHub sent the browser back with, which serves once, within an hour.
 * @throws UnreadableService that says for people why there is no app; it repeats nothing of what was sent or answered
 */
export async function gitHubAppByCode(poster: Poster, address: string, code: string): Promise<MadeGitHubApp> {
  const url = `${apiOf('GitHub', address)}/app-manifests/${encodeURIComponent(code)}/conversions`;
  const answer = await poster.post({
    url,
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    body: '{}',
    maxAnswerBytes,
  });
  if (!isAnswer(answer)) {
    const why =
      answer.kind === 'refused' ? `${answer.reason}.` : `GitHub cannot be reached from here${poster.noteFor(url)}.`;
    throw new UnreadableService(why);
  }
  if (answer.status !== 201) {
    throw new UnreadableService(`GitHub does not give the keys of the app (${answer.status}).`, answer.status);
  }
  const made = parsed(answer.text);
  const { slug, pem, client_id: clientId, client_secret: clientSecret, webhook_secret: webhookSecret } = made;
  if (
    !Number.isSafeInteger(made.id) ||
    typeof slug !== 'string' ||
    !knownSlug.test(slug) ||
    typeof pem !== 'string' ||
    !isPrivateKey(pem) ||
    typeof clientId !== 'string' ||
    typeof clientSecret !== 'string'
  ) {
    throw new UnreadableService('What answered is no such service.');
  }
  return {
    appId: String(made.id),
    slug,
    name: typeof made.name === 'string' ? made.name : slug,
    settingsUrl: settingsUrlOf(address, slug, made.owner),
    privateKey: pem,
    clientId,
    clientSecret,
    webhookSecret: typeof webhookSecret === 'string' && webhookSecret !== '' ? webhookSecret : null,
  };
}
