import { eventually } from './eventually.ts';
import { smtpServer } from './smtpServer.ts';

/** @returns the mail with quoted-printable lines put together again. */
function unfolded(source: string): string {
  return source.replace(/\r\n/g, '\n').replace(/=\n/g, '').replace(/=3D/g, '=');
}

/** A real SMTP server, read as people read their mail. */
export async function mailServer() {
  const server = await smtpServer();
  const sourcesTo = (address: string) =>
    server.received.filter(({ to }) => to.includes(address)).map(({ source }) => unfolded(source));
  return {
    url: `smtp://${server.address}`,
    /** @returns the link in the newest mail to the address, after at least so many mails. */
    linkTo: (address: string, mails = 1): Promise<string> =>
      eventually(() => {
        const sources = sourcesTo(address);
        return sources.length < mails ? null : (/^http:\/\/\S+$/m.exec(sources.at(-1) ?? '')?.[0] ?? null);
      }),
    /** @returns the subjects of the mails that reached the address. */
    subjectsTo: (address: string): string[] =>
      sourcesTo(address).map((source) => /^Subject: (.*)$/m.exec(source)?.[1] ?? ''),
    /** @returns all mails that reached the address, with their heads. */
    sourcesTo,
    /** @returns the newest mail to the address, with its head. */
    sourceTo: (address: string): string => sourcesTo(address).at(-1) ?? '',
    stop: server.stop,
  };
}
