// Writes docs/decisions/README.md from the decisions: number, title, status, date. Run by `npm run generate`; with
// `--check` it only compares. A decision without a status is refused.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, writePage } from './writePage.mjs';

const folder = 'docs/decisions';
const heading = /^# (?<number>\d+)\. (?<title>.+)\n\n\*\*Status\.\*\* (?<status>.+), (?<date>\d{4}-\d\d-\d\d)\.\n\n/;

function entryOf(file) {
  const found = heading.exec(readPage(`${folder}/${file}`))?.groups;
  if (found?.number !== `${Number(file.slice(0, 4))}`) {
    console.error(`${folder}/${file} has to begin with '# ${Number(file.slice(0, 4))}. Title', an empty line, and`);
    console.error(`'**Status.** Accepted, YYYY-MM-DD.' or '**Status.** Superseded by [decision N](file), YYYY-MM-DD.'`);
    process.exit(1);
  }
  const { number, title, status, date } = found;
  return `| ${number} | [${title}](${file}) | ${status} | ${date} |`;
}

const files = readdirSync(join(import.meta.dirname, '..', folder)).filter((file) => /^\d{4}-.*\.md$/.test(file));
const text = `<!-- Made by \`npm run generate\` from the decisions. -->
# Decisions

What was decided about the design of Assay, why, and what was rejected. A new decision takes the next free number, in a
file \`NNNN-title.md\` with the status and date below its title; one that replaces another changes the status there.
Numbers that are missing were never used.

| | decision | status | date |
|---|---|---|---|
${files.sort().map(entryOf).join('\n')}
`;

writePage(`${folder}/README.md`, text);
