// `npm run new -- milestone` writes a new thing with a name: events, decider, read model, calls, screens and specs, from the
// files in templates/. docs/contributing.md has what it consists of.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatSource } from '../formatSource.mjs';
import { nounForms } from './nounForms.mjs';
import { planNewThing } from './plan.mjs';
import { Refusal } from './refusal.mjs';

const root = join(import.meta.dirname, '../..');
const help = `npm run new -- NOUN [--plural NOUNS]

Writes a new thing with a unique name that administrators create, edit and archive: its events, decider, read model,
calls, handlers, screens and specs. It passes npm run check and its own specs as it is.

  NOUN            in the singular, lower case: milestone, "test data set"
  --plural NOUNS  if the plural is irregular: --plural criteria
  --help          prints this

Refuses, before it writes anything, what is not a noun in the singular, and names that are taken.`;

const generators = ['event-schemas/generate.mjs', 'packages/registries.mjs', 'packages/permissionPage.mjs'];

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { plural: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new Refusal(`${error.message}\n\n${help}`);
  }
}

/** @returns the files with their formatted text */
const formatted = (files) => files.map((file) => ({ ...file, text: formatSource(join(root, file.path), file.text) }));

function write({ path, text }) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** @returns the lists that were generated again */
function generate() {
  return generators.flatMap((script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script} failed.\n${stdout}${stderr}`);
    return [...stdout.matchAll(/^wrote (.+)$/gm)].flatMap(([, files]) => files.split(', '));
  });
}

const listed = (title, lines) => `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
const lineCount = (count) => (count === 1 ? '1 line' : `${count} lines`);

function main() {
  const { values, positionals } = parsed();
  if (values.help) {
    console.log(help);
    return;
  }
  if (positionals.length !== 1) throw new Refusal(`Give one noun; several words in quotes.\n\n${help}`);
  const forms = nounForms(positionals[0], values.plural);
  const plan = planNewThing(root, forms);
  const [created, edited] = [formatted(plan.created), formatted(plan.edited)];
  for (const file of [...created, ...edited]) write(file);
  const generated = generate();
  const { one, many } = forms;
  const specs = many.camel.startsWith(one.camel) ? one.camel : `${one.camel} ${many.camel}`;
  console.log(
    [
      listed(
        `Created ${created.length} files`,
        created.map(({ path }) => path),
      ),
      listed(
        `Edited ${edited.length} files`,
        edited.map(({ path, addedLines }) => `${path} (${lineCount(addedLines)})`),
      ),
      listed(`Generated ${generated.length} files again`, generated),
      listed('Next', [
        `npm run check && npm test -- --record ${specs}`,
        `Say in the descriptions of event-schemas/${one.camel} and in ${one.camel}Calls.ts what ${many.text} are for.`,
        `Choose an icon and the place in the navigation: ${many.camel}Routes.tsx, app/areas.ts.`,
        `A further field is in ${one.camel}Fields.ts and the schema of ${one.pascal}Created.`,
      ]),
    ].join('\n'),
  );
}

try {
  main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
