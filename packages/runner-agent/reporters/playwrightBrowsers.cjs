'use strict';
// Tells where a Playwright looks for the browsers and the ffmpeg that belong to it. Usage: node playwrightBrowsers.cjs
// <folder of playwright-core>, PLAYWRIGHT_BROWSERS_PATH naming a folder that is not there.
const fs = require('node:fs');
const path = require('node:path');

const core = path.resolve(process.argv[2]);
const missing = /Executable doesn't exist at (.+)/;

async function main() {
  const { chromium } = require(core);
  // Headless it starts another executable in newer versions, which only its refusal names.
  const refusal = await chromium.launch().then(
    () => '',
    (error) => error.message,
  );
  const executables = new Set([chromium.executablePath(), missing.exec(refusal)?.[1]?.trim()]);
  const { browsers } = JSON.parse(fs.readFileSync(path.join(core, 'browsers.json'), 'utf8'));
  const revision = browsers.find(({ name }) => name === 'ffmpeg')?.revision;
  const root = process.env.PLAYWRIGHT_BROWSERS_PATH;
  process.stdout.write(
    JSON.stringify({
      chromium: [...executables].filter(Boolean).map((file) => path.relative(root, file)),
      ffmpeg: revision ? [path.join(`ffmpeg-${revision}`, 'ffmpeg-linux')] : [],
    }),
  );
}

void main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
