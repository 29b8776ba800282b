// What a new thing changes in the repository. Nothing is written here: all of it is checked before anything is.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listEntries, withEntry, withJsonEntry } from './lists.mjs';
import { ambiguousIdentifier, filledIn } from './nounForms.mjs';
import { Refusal } from './refusal.mjs';

const templateFolder = join(import.meta.dirname, 'templates');

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @returns the templates, with the path of each below the root of the repository */
function readTemplates() {
  return filesIn(templateFolder)
    .sort()
    .map((file) => {
      const path = file.slice(templateFolder.length + 1).replaceAll('\\', '/');
      return { path: path.replace(/\.txt$/, ''), text: readFileSync(file, 'utf8') };
    });
}

/** What has to be unique within a package, and how it is declared. */
const declarations = [
  ['export', /^export (?:const|function|type|class) (\w+)/gm],
  ['call', /^ {2}(\w+): call\(/gm],
  ['path of a call', /^ {4}path: '(\/[\w-]+)/gm],
  ['permission or error', /^ {2}'(\w+\.\w+)': /gm],
];

/** The sources whose declarations all end up in one list. */
const sharedSources = ['packages/contract/src/', 'packages/domain/src/', 'packages/projections/src/'];

function declaredIn(text) {
  return declarations.flatMap(([kind, pattern]) => [...text.matchAll(pattern)].map(([, name]) => `${kind} ${name}`));
}

/** @throws Refusal when other sources declare what the created ones do */
function requireFreeNames(root, created) {
  for (const folder of sharedSources) {
    const own = new Set(created.flatMap(({ path, text }) => (path.startsWith(folder) ? declaredIn(text) : [])));
    for (const file of filesIn(join(root, folder))) {
      const taken = declaredIn(readFileSync(file, 'utf8')).find((name) => own.has(name));
      if (taken) throw new Refusal(`${file.slice(root.length + 1).replaceAll('\\', '/')} already has the ${taken}.`);
    }
  }
}

/** Folders that a thing has for itself. */
function ownFolders(path, forms) {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => /sampleItem/.test(part));
  return at === -1 ? [] : [filledIn(parts.slice(0, at + 1).join('/'), forms)];
}

/**
 * @param {string} root of the repository
 * @param {import('./nounForms.mjs').NounForms} forms
 * @returns {import('./plan.mjs').Plan} unformatted
 * @throws Refusal when the noun is taken, or the repository has changed in a way that templates or lists do not fit
 */
export function planNewThing(root, forms) {
  const templates = readTemplates();
  const created = templates.map(({ path, text }) => ({ path: filledIn(path, forms), text: filledIn(text, forms) }));
  const taken = [...templates.flatMap(({ path }) => ownFolders(path, forms)), ...created.map(({ path }) => path)];
  for (const path of taken) if (existsSync(join(root, path))) throw new Refusal(`${path} already exists.`);
  for (const { path, text } of templates) {
    const word = ambiguousIdentifier(text, forms);
    if (word) {
      throw new Refusal(`'${word}' has another meaning in the code of ${filledIn(path, forms)}: choose another noun.`);
    }
  }
  requireFreeNames(root, created);

  const edited = new Map();
  for (const entry of listEntries(forms)) {
    const { file } = entry;
    const known = edited.get(file) ?? { path: file, text: readFileSync(join(root, file), 'utf8'), addedLines: 0 };
    const text = file.endsWith('.json') ? withJsonEntry(known.text, entry) : withEntry(known.text, entry);
    edited.set(file, { path: file, text, addedLines: known.addedLines + entry.add.length });
  }
  return { created, edited: [...edited.values()] };
}
