// Vendors icons of Tabler Icons in packages/web/src/ui/icons/icons.ts: the package has thousands of them, and takes longer to
// install than everything else of the web client together.
//   npm run icons                    adds the icons that sources import, by name, and removes unused ones
//   npm run icons -- IconBolt …      adds these as well
//   node packages/icons.mjs --check  fails if an icon is missing or unused (part of `npm run check`)
// Decision: docs/decisions/0096-install-only-what-a-start-needs.md.
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { formatSource } from './formatSource.mjs';

const source = { name: '@tabler/icons', version: '3.51.0' };
const sources = join(dirname(fileURLToPath(import.meta.url)), 'web/src');
const vendored = join(sources, 'ui/icons/icons.ts');

const banner = `// Written by \`npm run icons\`. Icons of Tabler Icons ${source.version}, MIT licensed: see LICENSE.
import { filledIcon, outlineIcon } from './icon.tsx';
`;

/** Names that sources import from the vendored module. */
function importedIcons() {
  const names = new Set();
  for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, imported] of text.matchAll(/import \{([^}]*)\} from '[^']*\/icons\/icons\.ts'/g)) {
      for (const [name] of imported.matchAll(/\bIcon\w+/g)) names.add(name);
    }
  }
  return names;
}

/** The declarations of the vendored module, by icon. */
function vendoredIcons() {
  const declarations = readFileSync(vendored, 'utf8').matchAll(/^export const (\w+) = [^;]*;$/gm);
  return new Map([...declarations].map(([declaration, name]) => [name, declaration]));
}

/** The package's lists of icons, `outline` and `filled`: the paths of each, by name. */
async function downloadIcons() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-icons-'));
  try {
    const args = ['pack', `${source.name}@${source.version}`, '--pack-destination', folder];
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
    const [file] = readdirSync(folder);
    const lists = {};
    for await (const entry of createReadStream(join(folder, file)).pipe(createGunzip()).pipe(extract())) {
      const kind = /^package\/tabler-nodes-(outline|filled)\.json$/.exec(entry.header.name)?.[1];
      if (kind) lists[kind] = await json(entry);
      else entry.resume();
    }
    return lists;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} name such as `IconPlayerPlay` or `IconBellFilled` */
function declarationOf(name, lists) {
  const kind = name.endsWith('Filled') ? 'filled' : 'outline';
  const words = name.replace(/^Icon/, '').replace(/Filled$/, '');
  const key = Object.keys(lists[kind]).find((each) => each.replaceAll('-', '') === words.toLowerCase());
  if (!key) throw new Error(`${name} not found in ${source.name} ${source.version}`);
  const paths = lists[kind][key].map(([element, { d, ...attributes }]) => {
    if (element === 'path' && Object.keys(attributes).length === 0) return `'${d}'`;
    throw new Error(`${name} has more than plain paths, which icon.tsx cannot draw`);
  });
  return `export const ${name} = ${kind}Icon(${paths.join(', ')});`;
}

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const current = vendoredIcons();
const wanted = [...new Set([...importedIcons(), ...positionals])].sort();
const missing = wanted.filter((name) => !current.has(name));
const unused = [...current.keys()].filter((name) => !wanted.includes(name));

if (values.check) {
  if (missing.length > 0) console.log(`Icons not vendored: ${missing.join(', ')}`);
  if (unused.length > 0) console.log(`Vendored icons that no source imports: ${unused.join(', ')}`);
  if (missing.length + unused.length > 0) {
    console.log('Run: npm run icons');
    process.exitCode = 1;
  }
} else {
  const lists = missing.length > 0 ? await downloadIcons() : null;
  for (const name of missing) current.set(name, declarationOf(name, lists));
  const text = `${banner}\n${wanted.map((name) => current.get(name)).join('\n')}\n`;
  writeFileSync(vendored, formatSource(vendored, text));
  console.log(`${wanted.length} icons: ${missing.length} added, ${unused.length} removed`);
}
