'use strict';
// Lists what was found in the text of spec files, or runs Cypress on one spec file after another. Usage: node runCypress.cjs <script of Cypress's command line>
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { send } = require('./channel.cjs');
const { SpecKeys, tagsOf } = require('./specKey.cjs');

const order = JSON.parse(fs.readFileSync(process.env.ASSAY_ORDER, 'utf8'));

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
  const args = ['run', '--spec', file, '--reporter', path.join(__dirname, 'cypressReporter.cjs')];
  args.push('--config', JSON.stringify(config), ...(order.configFile ? ['--config-file', order.configFile] : []));
  const environment = { ASSAY_SPEC: file, ASSAY_HELD: held, ASSAY_PICTURES: pictures };
  const child = spawn(process.execPath, [cypress, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => child.on('close', resolve));
  if (!fs.existsSync(held)) return;
  const end = JSON.parse(fs.readFileSync(held, 'utf8'));
  send({ ...end, files: [...end.files, ...videosIn(videos)] });
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
