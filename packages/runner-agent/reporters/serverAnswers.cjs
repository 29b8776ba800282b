'use strict';
// Asks whether a server answers. As a program it asks from where it runs, in the network of a run, each time that it reads
// a line: node serverAnswers.cjs URL. A line on descriptor 3 says 'yes' or 'no'.
const fs = require('node:fs');
const http = require('node:http');
const https = require('node:https');
const readline = require('node:readline');

/** How long one request may take. */
const requestMs = 5_000;
/** Informational responses before the answer, which a server could send for ever. */
const maxInformation = 20;

function answers(url, signal, withinMs = requestMs) {
  const { get } = new URL(url).protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    // A server for tests has a certificate of its own making; nothing is sent to it.
    const options = { signal, rejectUnauthorized: false, agent: false };
    const request = get(url, options, ({ statusCode = 500 }) => {
      resolve(statusCode < 500 && statusCode !== 404);
      request.destroy();
    });
    let informed = 0;
    request.on('information', () => {
      informed += 1;
      if (informed <= maxInformation) return;
      // The answer may be in what has arrived already.
      resolve(false);
      request.destroy();
    });
    const timer = setTimeout(() => request.destroy(), withinMs);
    request.on('error', () => resolve(false));
    request.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

async function main(url) {
  for await (const _ of readline.createInterface({ input: process.stdin })) {
    fs.writeSync(3, (await answers(url)) ? 'yes\n' : 'no\n');
  }
}

module.exports = { answers };
if (require.main === module) void main(process.argv[2]);
