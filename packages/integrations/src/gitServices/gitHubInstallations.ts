import { sign } from 'node:crypto';
import { isAnswer, type Poster } from '../outgoing/postJson.ts';
import { type JsonReader, UnreadableService } from '../outgoing/readJson.ts';
import { apiOf } from './commitStatus.ts';
import type { GitHubApp } from './gitAppSettings.ts';

const version = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
/** GitHub takes ten minutes at most, and clocks differ. */
const jwtSeconds = { before: 60, after: 540 };

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** @returns what shows that a call is the app's own (RS256, RFC 7519) */
export function appJwt({ appId, privateKey }: Pick<GitHubApp, 'appId' | 'privateKey'>, now: Date): string {
  const at = Math.floor(now.getTime() / 1000);
  const claims = { iat: at - jwtSeconds.before, exp: at + jwtSeconds.after, iss: appId };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** @returns a token of an installation, and when it expires. @throws UnreadableService */
export async function installationToken(
  poster: Poster,
  app: GitHubApp,
  installationId: string,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const url = `${apiOf('GitHub', app.address)}/app/installations/${installationId}/access_tokens`;
  const answer = await poster.post({
    url,
    headers: { ...version, authorization: `Bearer ${appJwt(app, now)}` },
    body: '{}',
  });
  if (!isAnswer(answer)) throw new UnreadableService(`The service cannot be reached${poster.noteFor(url)}.`);
  if (answer.status !== 201) {
    throw new UnreadableService(`GitHub gives no token of the app (${answer.status}). Is it still installed?`);
  }
  const { token, expires_at: expiresAt } = Object(JSON.parse(answer.text)) as { token?: string; expires_at?: string };
  if (!token || !expiresAt) throw new UnreadableService('What answered is no such service.');
  return { token, expiresAt: new Date(expiresAt) };
}

type Installations = { installations?: { id?: number; app_id?: number }[] };

/** @returns whether whoever has the token may see the installation of the app, which makes it theirs. @throws UnreadableService */
export async function seesInstallation(
  reader: JsonReader,
  app: GitHubApp,
  userToken: string,
  installationId: string,
): Promise<boolean> {
  const url = `${apiOf('GitHub', app.address)}/user/installations?per_page=100`;
  const answer = await reader.read(url, { ...version, authorization: `Bearer ${userToken}` });
  const { installations = [] } = Object(answer) as Installations;
  return installations.some(({ id, app_id: of }) => String(id) === installationId && String(of) === app.appId);
}

/** @returns whether the app is installed and not suspended. @throws UnreadableService */
export async function isInstalled(
  reader: JsonReader,
  app: GitHubApp,
  installationId: string,
  now: Date,
): Promise<boolean> {
  const url = `${apiOf('GitHub', app.address)}/app/installations/${installationId}`;
  const answer = await reader.read(url, { ...version, authorization: `Bearer ${appJwt(app, now)}` });
  const { id, suspended_at: suspendedAt = null } = Object(answer) as { id?: number; suspended_at?: string | null };
  return String(id) === installationId && suspendedAt === null;
}
