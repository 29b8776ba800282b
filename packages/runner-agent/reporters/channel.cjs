'use strict';
// Runs inside a test framework. Events go to the agent on descriptor 3, or into the file ASSAY_CHANNEL where the
// framework runs tests in processes of its own. One JSON line each, written synchronously: a written event reaches the
// agent even if the process dies immediately after.
const fs = require('node:fs');
const { lineOf } = require('./channelLine.cjs');

const file = process.env.ASSAY_CHANNEL;
const descriptor = file ? fs.openSync(file, 'a') : 3;

function send(message) {
  const bytes = Buffer.from(`${lineOf(message)}\n`);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += fs.writeSync(descriptor, bytes, at, bytes.length - at);
    } catch (error) {
      // The agent reads more slowly than we write: wait a moment without letting the test continue.
      if (error.code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

module.exports = { send };
