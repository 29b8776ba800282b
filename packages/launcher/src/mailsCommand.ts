import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mailSamples } from '@assay/automation';

/** `npm run mails -- [folder]`: writes every mail with made-up facts, as text and as HTML, to be looked at. */
async function main([folder = 'mails']: string[]): Promise<void> {
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  for (const [name, { subject, text, html }] of Object.entries(mailSamples('https://assay.example.org'))) {
    await writeFile(join(target, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
    if (html !== null) await writeFile(join(target, `${name}.html`), html);
    console.log(join(target, `${name}.html`));
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
