'use strict';
// Lists what was found in the text of spec files, or runs Cypress on one spec file after another. Usage: node
// runCypress.cjs <script of Cypress's command line>
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');
const { send } = require('./channel.cjs');
const order = require('./order.cjs');
const { readKey, SpecKeys, tagsOf } = require('./specKey.cjs');

/** Characters of its output that are kept for an error message. */
const keptOutput = 100_000;

async function runSpec(cypress, file, index) {
  const folder = path.join(order.folder, String(index));
  const [pictures, videos, held] = ['pictures', 'videos', 'held.json'].map((name) => path.join(folder, name));
  fs.mkdirSync(folder, { recursive: true });
  const config = {
    ...(order.triesAgain ? { retries: 0 } : {}),
    video: order.video,
    screenshotsFolder: pictures,
    videosFolder: videos,
    trashAssetsBeforeRuns: false,
  };
  const args = ['run', '--spec', globOf(file), '--reporter', path.join(__dirname, 'cypressReporter.cjs')];
  args.push('--config', JSON.stringify(config), ...(order.configFile ? ['--config-file', order.configFile] : []));
  args.push(...order.args);
  const environment = { ASSAY_SPEC: file, ASSAY_HELD: held, ASSAY_PICTURES: pictures };
  const child = spawn(process.execPath, [cypress, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output = (output + text).slice(-keptOutput);
  });
  await new Promise((resolve) => child.on('close', resolve));
  if (!fs.existsSync(held)) return tellUnprepared(file, stripVTControlCharacters(output));
  const end = JSON.parse(fs.readFileSync(held, 'utf8'));
  if (end) send({ ...end, files: [...end.files, ...videosIn(videos)] });
}

/**
 * Cypress reads the option as a list of globs with commas between them. On Windows it takes a backslash for a slash.
 * @param file relative to the working directory
 */
function globOf(file) {
  const escaped = process.platform === 'win32' ? '[$&]' : '\\$&';
  return `./${file.replace(/[*?()[\]{}|\\]/g, escaped).replace(/,/g, '[,]')}`;
}

/**
 * A spec file that cannot be bundled, for example because an import does not exist: Cypress reports that only in its
 * output, and loads no reporter. As after a failed hook, the first test fails and the others are not run. When Cypress
 * itself did not start, nothing is reported here, because the file is not the cause.
 */
function tellUnprepared(file, output) {
  const reason =
    /Oops\.\.\.we found an error preparing this test file:.*?The error was:\s*(.*?)\s*(?:This occurred while|\(Results\)|$)/s;
  const why = reason.exec(output)?.[1];
  if (why === undefined) return;
  const keys = order.keys.filter((key) => readKey(key).file === file);
  for (const [at, key] of keys.entries()) {
    const failed = at === 0;
    const [message] = why.split(/\n\s+at /);
    const error = failed ? message : `Cypress did not run this test. Its file could not be prepared: ${message}`;
    const end = { status: failed ? 'FAIL' : 'NOT_RUN', willRetry: failed && order.retry, stack: failed ? why : null };
    send({ t: 'begin', key, at: Date.now() });
    send({ t: 'end', key, ...end, timedOut: false, durationMs: 0, error, output: '', files: [] });
  }
}

function videosIn(folder) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true }).map(String) : [];
  return names
    .filter((name) => name.endsWith('.mp4'))
    .map((name) => ({ path: path.join(folder, name), name: path.basename(name), mediaType: 'video/mp4' }));
}

function list(found) {
  const keys = new SpecKeys();
  for (const { file, line, titles } of found) {
    const title = titles.join(' ');
    send({ t: 'listed', key: keys.keyOf(0, file, title), file, name: titles.join(' › '), line, tags: tagsOf(title) });
  }
}

async function main([cypress]) {
  if (order.list) return list(order.list);
  for (const [index, file] of order.files.entries()) await runSpec(cypress, file, index);
}

void main(process.argv.slice(2))
  .catch((error) => send({ t: 'problem', message: error.stack ?? String(error) }))
  .then(() => process.exit(0));
