// Pages: their links lead somewhere, the files that they name exist, and settings are those of the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const project = join(import.meta.dirname, '../..');
const settingsPage = 'docs/operating.md';

const withoutBlocks = (text) => text.replace(/^ *```[\s\S]*?^ *```/gm, '');

/** @returns the anchors of a page's headings, as GitHub makes them */
function anchorsOf(text) {
  const headings = [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

/**
 * @param {string} page its path in the repository
 * @param {string} text
 * @param {(path: string) => string | null} read a file of the repository; null: it does not exist, '' for a folder
 * @returns {string[]} a line for each link that leads nowhere, and each named file that does not exist
 */
export function problemsOfLinks(page, text, read) {
  const prose = withoutBlocks(text);
  const problems = [];
  for (const [, target] of prose.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/');
    const content = file === page ? text : read(file);
    if (content === null) problems.push(`${page}: ${target} leads to no file`);
    else if (anchor && !anchorsOf(content).includes(anchor)) problems.push(`${page}: ${target} leads to no heading`);
  }
  for (const [, path] of prose.matchAll(/`((?:packages|event-schemas|test|docs|deploy|samples)\/[\w./-]+)`/g)) {
    const file = path.replace(/\/$/, '');
    const isPlaceholder = /NAME|ilestone/.test(file);
    if (isPlaceholder || read(file) !== null || read(`${dirname(page)}/${file}`) !== null) continue;
    problems.push(`${page}: ${path} does not exist`);
  }
  return problems;
}

/** Names that processes and CI jobs of Assay set for each other. */
const internal =
  /^ASSAY_(?:ARTIFACTS|CHANNEL|CLASS_PATH_FILE|GIT_MEMORY_KB|GIT_PASSWORD|GIT_USER|HELD|JOB_INDEX|LIST|MATRIX|MODULES|ORDER|PICTURES|PORT|PROCESS_TREE|REPORTERS_DIR|RUN_FOLDER|SPEC|TESTNG_CLASSES|VARIABLE_)$/;
/** What tests, commands of projects and the command line read; other pages have them. */
const elsewhere =
  /^ASSAY_(?:BASE_URL|CHROMIUM|CHROMIUM_ARGS|COPY|PLACE|RECORD_VIDEO|TEST_FILTERS|TEST_NAME_PATTERN|TEST_RUN_ID)$/;
/** Names that the code puts together: ASSAY_GITLAB_ and so on. */
const isPart = (name) => name.endsWith('_');
const composed =
  /^ASSAY_(?:OIDC_|SECRET_|(?:GITHUB|GITLAB|BITBUCKET)_(?:CLIENT_|URL)|(?:AUTOMATION|PROJECTOR)_METRICS_PORT)/;

const namesIn = (text) => new Set(text.match(/\bASSAY_[A-Z][A-Z0-9_]*/g));

/**
 * @param {string} page the text with the table of settings
 * @param {string} code the sources of the product
 * @returns {string[]} a line for each setting that only one of them has
 */
export function problemsOfSettings(page, code) {
  const table = page.split('\n').filter((line) => line.startsWith('| `'));
  const documented = namesIn(table.join('\n'));
  const used = namesIn(code);
  const missing = [...used].filter(
    (name) =>
      !documented.has(name) && !isPart(name) && ![internal, elsewhere, composed].some((names) => names.test(name)),
  );
  const unused = [...documented].filter((name) => !used.has(name) && !composed.test(name));
  return [
    ...missing.sort().map((name) => `${settingsPage} has no ${name}, which the code reads`),
    ...unused.sort().map((name) => `${settingsPage} has ${name}, which the code does not read`),
  ];
}

const isProduct = (file) =>
  /^packages\/.*\.(?:tsx?|[cm]?js|py|java|gradle)$/.test(file) &&
  !/\.spec\.|\.d\.m?ts$|\/test(?:Support)?\//.test(file);

/** @returns {string[]} what is wrong with the pages, as lines for a person */
export function problemsOfPages(root = project) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: Number.POSITIVE_INFINITY });
  let files;
  try {
    files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
  } catch {
    return [];
  }
  const folders = new Set(
    files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
  );
  const known = new Set(files.filter((file) => existsSync(join(root, file))));
  const readText = (file) => readFileSync(join(root, file), 'utf8');
  const read = (path) =>
    known.has(path) ? (path.endsWith('.md') ? readText(path) : '') : folders.has(path) ? '' : null;
  const isPage = (file) =>
    file.endsWith('.md') && !/^(?:samples|findings)\/|^CHANGELOG\.md$|^docs\/history\/|\/golden\//.test(file);
  const pages = [...known].filter(isPage);
  const code = [...known].filter(isProduct).map(readText).join('\n');
  return [
    ...pages.flatMap((page) => problemsOfLinks(page, readText(page), read)),
    ...problemsOfSettings(read(settingsPage) ?? '', code),
  ];
}
