'use strict';
// Lists and runs the NUnit tests of DLLs with `dotnet test`. Usage: node runNunit.cjs <dotnet>
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const { send } = require('./channel.cjs');
const { NunitConsole } = require('./nunitConsole.cjs');
const order = require('./order.cjs');

/** @returns the exit code of `dotnet test` on one DLL; passes its output line by line to onLine */
async function dotnetTest(dotnet, dll, where, args, onLine) {
  const settings = path.join(order.folder, 'assay.runsettings');
  fs.writeFileSync(settings, runSettings(where));
  // Whole: a path that begins with a dash is an option, one with @ a file of arguments.
  const all = ['test', path.resolve(dll), '--nologo', '--settings', settings, ...order.args, ...args];
  const environment = { DOTNET_CLI_UI_LANGUAGE: 'en', DOTNET_NOLOGO: '1', DOTNET_CLI_TELEMETRY_OPTOUT: '1' };
  // The Windows console has its own code page.
  environment.DOTNET_CLI_FORCE_UTF8_ENCODING = '1';
  const child = spawn(dotnet, all, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of readline.createInterface({ input: child.stdout })) {
    console.log(text);
    onLine(text);
  }
  return child.exitCode ?? (await new Promise((resolve) => child.on('close', resolve)));
}

/**
 * Full names, so that a test has one name everywhere; one at a time, because the agent has slots for parallel work.
 */
function runSettings(where) {
  const timeout = `<DefaultTimeout>${order.timeoutMs}</DefaultTimeout>`;
  const chosen = where === null ? '' : `<Where>${escaped(where)}</Where>`;
  const nunit = `<NUnit><DisplayName>FullName</DisplayName><NumberOfTestWorkers>0</NumberOfTestWorkers>${timeout}${chosen}</NUnit>`;
  return `<?xml version="1.0" encoding="utf-8"?><RunSettings>${nunit}</RunSettings>`;
}

async function list(dotnet) {
  const tagsOf = new Map();
  for (const tag of order.tags) {
    const found = await namesIn(dotnet, `cat == ${quoted(tag)}`);
    for (const key of found.keys()) tagsOf.set(key, [...(tagsOf.get(key) ?? []), tag]);
  }
  for (const [key, { name, dll }] of await namesIn(dotnet, null)) {
    send({ t: 'listed', key, file: dll, name, line: null, tags: tagsOf.get(key) ?? [] });
  }
}

async function namesIn(dotnet, where) {
  const found = new Map();
  for (const dll of order.dlls) {
    let listing = false;
    const exitCode = await dotnetTest(dotnet, dll, where, ['--list-tests'], (text) => {
      if (/^The following Tests are available:/.test(text)) listing = true;
      else if (listing && /^ {4}\S/.test(text)) found.set(keyOf(dll, text.trim()), { name: text.trim(), dll });
    });
    if (exitCode !== 0) throw new Error(`dotnet test --list-tests failed for ${dll} (exit code ${exitCode})`);
  }
  return found;
}

async function run(dotnet) {
  const wanted = order.keys.map((key) => JSON.parse(key));
  for (const dll of order.dlls) {
    const names = wanted.filter(([each]) => each === dll).map(([, name]) => name);
    if (names.length === 0) continue;
    const console_ = new NunitConsole((result) => report(dll, result));
    const where = names.map((name) => `test == ${quoted(name)}`).join(' or ');
    await dotnetTest(dotnet, dll, where, ['--logger', 'console;verbosity=detailed'], (text) => console_.take(text));
    console_.end();
  }
}

function report(dll, { name, status, durationMs, error, stack, output }) {
  const key = keyOf(dll, name);
  send({ t: 'begin', key, at: Date.now() - durationMs });
  const willRetry = order.retry && status === 'FAIL';
  send({ t: 'end', key, status, willRetry, timedOut: false, durationMs, error, stack, output, files: [] });
}

function keyOf(dll, name) {
  return JSON.stringify([dll, name]);
}

function quoted(text) {
  return `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
}

function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

async function main([dotnet]) {
  await (order.list ? list(dotnet) : run(dotnet));
  return 0;
}

void main(process.argv.slice(2))
  .catch((error) => {
    console.error(error);
    send({ t: 'problem', message: error.message });
    return 1;
  })
  .then((exitCode) => process.exit(exitCode));
