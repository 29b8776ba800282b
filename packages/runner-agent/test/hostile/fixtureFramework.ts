/**
 * A fixture in the place of a framework's own program. It lists one test, runs attack.sh in it, and reports the script's
 * output, the files in files.json and the stack trace in stack.txt over the channel of the reporters.
 */
export const fixtureFramework = `'use strict';
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const { ASSAY_CHANNEL, ASSAY_ORDER } = process.env;
const channel = ASSAY_CHANNEL ? fs.openSync(ASSAY_CHANNEL, 'a') : 3;
const send = (message) => fs.writeSync(channel, JSON.stringify(message) + '\\n');
const order = ASSAY_ORDER ? JSON.parse(fs.readFileSync(ASSAY_ORDER, 'utf8')) : {};
const known = '[0,"attack.spec.js","attacks",1]';
const [key = known] = order.keys ?? [];
const text = (name) => (fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : '');
if (process.argv.includes('--list') || order.list === true || order.keys?.length === 0) {
  send({ t: 'listed', key, file: 'attack.spec.js', name: 'attacks', line: 1, tags: [] });
} else {
  send({ t: 'begin', key, at: Date.now() });
  const { stdout, stderr } = spawnSync('/bin/sh', ['attack.sh'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe', channel],
  });
  const stack = text('stack.txt');
  send({
    t: 'end',
    key,
    status: stack ? 'FAIL' : 'PASS',
    willRetry: stack !== '' && order.retry === true,
    timedOut: false,
    durationMs: 1,
    error: stack ? 'attacked' : null,
    stack: stack || null,
    output: stdout + stderr,
    files: JSON.parse(text('files.json') || '[]'),
  });
}
process.exit(0);
`;

/** A fixture of the command line of .NET: lists and runs one test, which is attack.sh. */
export const fixtureDotnet = `#!/usr/bin/env node
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const [, ...args] = process.argv.slice(2);
if (args.includes('--list-tests')) {
  console.log('The following Tests are available:\\n    Shop.attacks');
} else {
  const { stdout, stderr } = spawnSync('/bin/sh', ['attack.sh'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const stack = fs.existsSync('stack.txt') ? fs.readFileSync('stack.txt', 'utf8') : '';
  const section = (name, text) => '  ' + name + ':\\n' + text.trim().split('\\n').map((line) => ' ' + line).join('\\n');
  console.log('  ' + (stack ? 'Failed' : 'Passed') + ' Shop.attacks [3 ms]');
  if (stack) console.log(section('Error Message', 'attacked') + '\\n' + section('Stack Trace', stack));
  console.log(section('Standard Output Messages', stdout + stderr) + '\\n');
  console.log('Test Run ended.');
}
`;
