// Draws the packages and their imports into docs/architecture.md, and lists the imports of each package in its README,
// from dependency-rules.mjs. Run by `npm run generate`; with `--check` it only compares.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allowed } from '../dependency-rules.mjs';
import { readPage, writePage } from './writePage.mjs';

const root = join(import.meta.dirname, '..');
const page = 'docs/architecture.md';
const begin = '<!-- Drawn by `npm run generate` from dependency-rules.mjs. -->';
const end = '<!-- End of the drawing. -->';

/** @returns {Set<string>} all packages that a package may import, directly or through others */
function reachableFrom(name, found = new Set()) {
  for (const next of allowed[name]) {
    if (found.has(next)) continue;
    found.add(next);
    reachableFrom(next, found);
  }
  return found;
}

/** An arrow that a longer path implies is left out: with all of them nothing could be read. */
const arrowsFrom = (name) =>
  allowed[name].filter((to) => !allowed[name].some((other) => other !== to && reachableFrom(other).has(to)));

const label = (name) => name.replace('packages/', '');
const isProgram = (name) => ['main.ts', 'main.tsx'].some((file) => existsSync(join(root, name, 'src', file)));
const node = (name) => (isProgram(name) ? `  ${label(name)}([${label(name)}])` : `  ${label(name)}[${label(name)}]`);

const names = Object.keys(allowed);
const drawing = [
  begin,
  '```mermaid',
  'flowchart TB',
  ...names.map(node),
  ...names.flatMap((name) => arrowsFrom(name).map((to) => `  ${label(name)} --> ${label(to)}`)),
  '```',
  end,
].join('\n');

const text = readPage(page);
const [from, to] = [text.indexOf(begin), text.indexOf(end)];
if (from < 0 || to < from) throw new Error(`${page} has no place for the drawing, between '${begin}' and '${end}'`);
writePage(page, text.slice(0, from) + drawing + text.slice(to + end.length));

const listed = /^\*\*May import:\*\*.*$/m;
for (const name of names) {
  const readme = `${name}/README.md`;
  const before = readPage(readme);
  if (!listed.test(before)) throw new Error(`${readme} has no line '**May import:**'`);
  const imports = allowed[name].map((to) => `\`${label(to)}\``).join(', ') || 'no other package';
  writePage(readme, before.replace(listed, `**May import:** ${imports}`));
}
