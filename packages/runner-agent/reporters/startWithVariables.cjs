'use strict';
// Starts the command in its arguments with the environment that its own variables hold, one each: 'NAME=value'. A shell can
// set no other way variables with names such as 'spring.profiles', and arguments are there for all users to read.
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const [command, ...args] = process.argv.slice(2);
const entries = Object.entries(process.env).flatMap(([name, entry]) => {
  const at = entry.indexOf('=');
  return name.startsWith('ASSAY_VARIABLE_') ? [[entry.slice(0, at), entry.slice(at + 1)]] : [];
});
const child = spawn(command, args, { env: Object.fromEntries(entries), stdio: [0, 1, 2, 3] });
// Signals are for its whole group, and it lives as long as the command.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
child.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
