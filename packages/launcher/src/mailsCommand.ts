import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mailSamples } from '@assay/automation';
import { runCommand } from './operation/command.ts';
import { openRunningStores } from './runningStores.ts';

const shown = 100;

const usage = `Usage: npm run mails [-- FOLDER | --outbox]
Writes what each mail looks like, with made-up content, to FOLDER (mails). With --outbox it shows the newest mails that
belong to no organization, such as those about passwords and registrations.`;

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

await runCommand({
  usage,
  options: { outbox: { type: 'boolean' } },
  takesNames: true,
  run: async ({ values, names }) => {
    await (values.outbox ? showOwnMails() : writeSamples(names[0] ?? 'mails'));
    return 0;
  },
});
