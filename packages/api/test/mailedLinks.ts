import { openMailChannel } from '@assay/integrations';
import { mailServer } from '../../../test/support/mailServer.ts';
import { type ApiUnderTest, type StartOptions, startApi } from './apiUnderTest.ts';

export type MailedLinks = {
  api: ApiUnderTest;
  /** @returns the query of the newest link that was mailed to the address, after at least so many mails. */
  linkTo(address: string, mails?: number): Promise<URLSearchParams>;
  /** @returns the path of the newest link that was mailed to the address, after at least so many mails. */
  pathOfLinkTo(address: string, mails?: number): Promise<string>;
  /** @returns the subjects of the mails that reached the address. */
  subjectsTo(address: string): string[];
  /** @returns all mails that reached the address, with their heads. */
  sourcesTo(address: string): string[];
  /** @returns the newest mail to the address, with its head. */
  sourceTo(address: string): string;
  stop(): Promise<void>;
};

/** An api whose automation sends mail to a real SMTP server. */
export async function startApiWithMail(
  options: Pick<StartOptions, 'registration' | 'webDir' | 'passwordMinLength'> = {},
): Promise<MailedLinks> {
  const server = await mailServer();
  const mail = openMailChannel({ url: server.url, from: 'Assay <assay@example.org>' });
  const api = await startApi({ ...options, automation: true, mail });
  return {
    api,
    linkTo: async (address, mails) => new URL(await server.linkTo(address, mails)).searchParams,
    pathOfLinkTo: async (address, mails) => new URL(await server.linkTo(address, mails)).pathname,
    subjectsTo: server.subjectsTo,
    sourcesTo: server.sourcesTo,
    sourceTo: server.sourceTo,
    stop: async () => {
      await api.stop();
      mail.close();
      await server.stop();
    },
  };
}
