import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mailSamples } from '@assay/automation';
import { openRunningStores } from './runningStores.ts';

const shown = 100;

/** Every mail with made-up facts, as text and as HTML. */
async function writeSamples(folder: string): Promise<void> {
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  for (const [name, { subject, text, html }] of Object.entries(mailSamples('https://assay.example.org'))) {
    await writeFile(join(target, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
    if (html !== null) await writeFile(join(target, `${name}.html`), html);
    console.log(join(target, `${name}.html`));
  }
}

/**
 * The newest mails of no account, such as those about passwords and registrations. Nobody can read them in the product:
 * their links open logins.
 */
async function showOwnMails(): Promise<void> {
  const stores = await openRunningStores();
  try {
    const { rows } = await stores.operations.outbox.page(null, 'mail', { offset: 0, limit: shown });
    for (const { createdAt, state, message } of rows.reverse()) {
      const { to, subject, text } = Object(message);
      console.log(`${createdAt.toISOString()} (${state})\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
    }
  } finally {
    await stores.close();
  }
}

/** `npm run mails -- [folder]` writes every mail to be looked at; `--outbox` shows those that belong to no account. */
async function main(): Promise<void> {
  const options = { outbox: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  await (values.outbox ? showOwnMails() : writeSamples(positionals[0] ?? 'mails'));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
