'use strict';
// Prints where a Playwright looks for its own browsers and ffmpeg. Usage: node playwrightBrowsers.cjs <folder of
// playwright-core>, with PLAYWRIGHT_BROWSERS_PATH naming a folder that does not exist.
const fs = require('node:fs');
const path = require('node:path');

const core = path.resolve(process.argv[2]);
const missing = /Executable doesn't exist at (.+)/;

async function main() {
  const { chromium } = require(core);
  // Newer versions start another executable in headless mode, which only their error message names.
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
