import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type ErrorBody,
  type LoginAnswer,
  limits,
  type RegisterAnswer,
  type RegistrationView,
  type UserView,
} from '@assay/contract';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';

const password = 'plenty of moths';
const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.net', password };
const promoCode = 'SPRING';
const _signature = {
  actor: { kind: 'automation' as const, id: 'test' },
  occurredAt: new Date().toISOString(),
  $correlationId: 'registration',
};
const invalid = { status: 404, body: { code: 'registration.invalid', message: 'Your token is no longer valid!' } };

/** Stands for the captcha's provider: the one solution that it takes is `solved`. */
async function captchaProvider() {
  const asked: Record<string, string>[] = [];
  const server: Server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push(form);
    if (form.response === 'away') response.writeHead(500).end();
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"success":${form.response === 'solved'}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = { provider: 'turnstile', siteKey: 'site-key', secret: 'captcha-secret' } as const;
  return {
    asked,
    settings: { ...settings, verifyUrl: `http://127.0.0.1:${port}/siteverify` },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('open registration', () => {
  let captcha: Awaited<ReturnType<typeof captchaProvider>>;
  let webDir: string;
  let mail: MailedLinks;
  let api: ApiUnderTest;
  beforeAll(async () => {
    captcha = await captchaProvider();
    const promoCodes = new Set([promoCode.toLowerCase()]);
    webDir = await mkdtemp(join(tmpdir(), 'assay-web-'));
    await writeFile(join(webDir, 'index.html'), '<!doctype html>');
    mail = await startApiWithMail({
      webDir,
      registration: { isOpen: true, promoCodes, captcha: captcha.settings },
      passwordMinLength: 12,
    });
    api = mail.api;
  });
  afterAll(async () => {
    await mail.stop();
    await captcha.stop();
    await rm(webDir, { recursive: true });
  });

  const register = (change: object = {}, headers: Record<string, string> = {}) =>
    api.call<RegisterAnswer & ErrorBody>('POST', '/register-email', {
      as: null,
      headers,
      body: { ...grace, captchaSolution: 'solved', ...change },
    });
  const verify = (link: URLSearchParams) => api.call<ErrorBody>('POST', `/verify-email?${link}`, { as: null });
  const logIn = async (email: string, typed = password) =>
    (await api.call<LoginAnswer>('POST', '/login', { as: null, body: { email, password: typed } })).body;
  const asked = { status: 200, body: { token: null } };

  it('is told to those who are about to register', async () => {
    const { body } = await api.call<RegistrationView>('GET', '/registration', { as: null });
    const captcha = { provider: 'turnstile', siteKey: 'site-key' };
    expect(body).toEqual({ open: true, promoCodes: true, captcha, passwordMinLength: 12 });
  });

  it('asks for a password as long as the operator requires', async () => {
    const message = 'Password must be at least 12 characters';
    expect(await register({ password: 'x9Kp2mVq7tz' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message }] },
    });
  });

  it('makes a login once the address is verified by mail, and not before', async () => {
    expect(await register({ promoCode: 'spring' })).toMatchObject(asked);
    const link = await mail.linkTo(grace.email);
    expect(mail.subjectsTo(grace.email)).toEqual(['Verify your email address for Assay']);
    expect(await logIn(grace.email)).toEqual({ token: 'invalid', emailNotVerified: true });
    // Only who knows the password is told.
    expect(await logIn(grace.email, 'a guess of somebody')).toEqual({ token: 'invalid' });

    expect((await verify(link)).status).toBe(204);
    const { token } = await logIn('Grace@example.net');
    await api.caughtUp();
    const me = await api.call<UserView>('GET', '/users/me', { as: { token } });
    expect(me.body).toMatchObject({ fullName: 'Grace Hopper', email: grace.email, roles: [] });
    expect(await verify(link)).toMatchObject(invalid);
    // Nobody's account is open to somebody without a role.
    expect((await api.call('GET', '/projects', { as: { token, accountId: api.admin.accountId } })).status).toBe(404);
  });

  it('answers for an address that is known as for any other; its owner learns of it by mail', async () => {
    const { email } = await api.newPerson(api.admin.accountId, 'USER');
    expect(await register({ email, password: 'another password' })).toMatchObject(asked);
    const link = await mail.linkTo(email);
    expect(mail.subjectsTo(email)).toEqual(['You already have a login for Assay']);
    expect([...link.keys()]).toEqual([]);
    expect(await logIn(email, 'another password')).toEqual({ token: 'invalid' });
    expect((await logIn(email, 'correct horse')).token).not.toBe('invalid');
  });

  it('takes no link that was made up, is of another address, or came too late', async () => {
    const ken = { email: 'ken@example.net' };
    await register(ken);
    const first = await mail.linkTo(ken.email);
    await register({ ...ken, password: 'of somebody else' });
    const second = await mail.linkTo(ken.email, 2);
    const { token = '' } = Object.fromEntries(first);
    for (const other of [
      { token, email: grace.email },
      { token: token.replace(/.$/, (last) => (last === '0' ? '1' : '0')), email: ken.email },
      { token: 'made-up', email: ken.email },
    ]) {
      expect(await verify(new URLSearchParams(other))).toMatchObject(invalid);
    }
    // Who asks last does not void the link of who asked first.
    expect((await verify(first)).status).toBe(204);
    expect(await verify(second)).toMatchObject(invalid);
    expect((await logIn(ken.email)).token).not.toBe('invalid');
    expect(await logIn(ken.email, 'of somebody else')).toEqual({ token: 'invalid' });
  });

  it('takes no link after a day, though the store has not swept it away yet; the password is told nothing then', async () => {
    const email = 'late@example.net';
    await register({ email });
    const link = await mail.linkTo(email);
    const rows = api.documentStore.db('assay_ops').collection('registrations');
    const soon = await rows.findOne({}, { sort: { expiresAt: -1 } });
    const hoursLeft = (Number(soon?.expiresAt) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(22);
    expect(hoursLeft).toBeLessThanOrEqual(limits.registrationHours);
    await rows.updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect(await verify(link)).toMatchObject(invalid);
    expect(await logIn(email)).toEqual({ token: 'invalid' });
  });

  it('makes one login of a link that is opened twice at the same moment', async () => {
    const email = 'twice@example.net';
    await register({ email });
    const link = await mail.linkTo(email);
    await Promise.all([verify(link), verify(link)]);
    expect((await logIn(email)).token).not.toBe('invalid');
  });

  it('needs a captcha that its provider takes', async () => {
    const failed = { field: 'captchaSolution', message: 'Captcha has failed or has not yet completed.' };
    for (const captchaSolution of [undefined, '', 'unsolved']) {
      const answer = await register({ email: 'robot@example.net', captchaSolution });
      expect(answer).toMatchObject({ status: 400, body: { errors: [failed] } });
    }
    expect(captcha.asked.at(-1)).toEqual({ secret: 'captcha-secret', response: 'unsolved', remoteip: '127.0.0.1' });
    const away = await register({ email: 'robot@example.net', captchaSolution: 'away' });
    expect(away).toMatchObject({ status: 503, body: { code: 'captcha.away' } });
    expect(mail.subjectsTo('robot@example.net')).toEqual([]);
  });

  it("lets the captcha's page, and no other, load from its provider", async () => {
    const policyOf = async (url: string) => {
      const { statusCode, headers } = await api.app.inject({ method: 'GET', url });
      return { statusCode, policy: String(headers['content-security-policy']) };
    };
    const own =
      /script-src 'self' https:\/\/challenges\.cloudflare\.com;.*frame-src 'self' https:\/\/challenges\.cloudflare\.com/;
    expect(await policyOf('/create-account?email=x')).toEqual({ statusCode: 200, policy: expect.stringMatching(own) });
    for (const url of ['/login', '/acme/test-runs', '/create-account-of/others', '/api/registration']) {
      expect((await policyOf(url)).policy).not.toContain('cloudflare');
    }
  });

  it('takes valid promo codes, and no others', async () => {
    const check = (code: string) => api.call<ErrorBody>('GET', `/validate-promo-code?promoCode=${code}`, { as: null });
    expect((await check('Spring')).status).toBe(204);
    const errors = [{ field: 'promoCode', message: 'Promo Code WINTER is not currently valid' }];
    expect(await check('WINTER')).toMatchObject({ status: 400, body: { errors } });
    const email = 'barbara@example.net';
    expect(await register({ email, promoCode: 'WINTER' })).toMatchObject({ status: 400, body: { errors } });
    for (let tries = 0; tries < 10; tries += 1) await check(`guess-${tries}`);
    expect(await check('Spring')).toMatchObject({ status: 429 });
  });

  it('refuses weak passwords, and names that could reach into the head of a mail', async () => {
    const weak = await register({ email: 'weak@example.net', password: 'password1234' });
    expect(weak.body.errors).toMatchObject([{ field: 'password' }]);
    const hidden = { firstName: 'Grace\r\nBcc: all@example.net', email: 'weak@example.net\r\nBcc: all@example.net' };
    const { status, body } = await register(hidden);
    expect({ status, fields: body.errors?.map(({ field }) => field).sort() }).toEqual({
      status: 400,
      fields: ['email', 'firstName'],
    });
    expect(mail.subjectsTo('weak@example.net')).toEqual([]);
  });

  it('mails links to the address of the service, whatever host the request names', async () => {
    const email = 'host@example.net';
    await register({ email }, { host: 'evil.example.org', 'x-forwarded-host': 'evil.example.org' });
    expect(await mail.linkTo(email)).toBeInstanceOf(URLSearchParams);
    expect(mail.sourceTo(email)).not.toContain('evil.example.org');
    // Nor what the sender typed: anybody can have it sent to anybody.
    expect(mail.sourceTo(email)).not.toContain('Grace');
  });

  it('is slowed for an address that is registered again and again, known or not', async () => {
    const { email } = await api.newPerson(api.admin.accountId, 'USER');
    for (const address of [email, 'flood@example.net']) {
      const statuses = [];
      for (let tries = 0; tries < 12; tries += 1) {
        statuses.push((await register({ email: address, captchaSolution: 'unsolved' })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    }
  });

  it('keeps names, addresses and passwords out of the event log until they are verified', async () => {
    const email = 'secret@example.net';
    await register({ email, lastName: 'Unverified' });
    await mail.linkTo(email);
    let log = '';
    for await (const batch of api.eventLog.readToEnd('start', ['MailRequested', 'NameReserved', 'UserRegistered'])) {
      log += JSON.stringify(batch.events);
    }
    expect(log).toContain('verifyEmail');
    for (const secret of [email, 'Unverified', password]) expect(log).not.toContain(secret);
  });
});
