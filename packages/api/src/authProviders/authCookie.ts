import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../api.ts';

type Config = Pick<Api['config'], 'publicUrl'>;

/** No other site, and no other service of the domain, can set a cookie with this prefix. */
function cookieOf({ publicUrl }: Config) {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? '__Host-assay-auth' : 'assay-auth', secure };
}

/** Gives the browser a secret for one sign-in by a provider. It proves nothing but that the browser is the same. */
export function giveAuthCookie(reply: FastifyReply, config: Config, secret: string): void {
  const { name, secure } = cookieOf(config);
  const cookie = { name, value: secret, path: '/', httpOnly: true, sameSite: 'lax' as const, secure, maxAge: 600 };
  reply.header('set-cookie', stringifySetCookie(cookie));
}

/** @returns the browser's secret; null when it has none */
export function authCookieOf(request: FastifyRequest, config: Config): string | null {
  return parseCookie(request.headers.cookie ?? '')[cookieOf(config).name] ?? null;
}
