import { defineConfig } from '@playwright/test';

// Assay passes a browser of the machine where Playwright's own is not installed.
const executablePath = process.env.ASSAY_CHROMIUM;
const args: string[] = JSON.parse(process.env.ASSAY_CHROMIUM_ARGS ?? '[]');

export default defineConfig({
  testDir: 'tests',
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: {
    screenshot: 'only-on-failure',
    viewport: { width: 900, height: 700 },
    launchOptions: executablePath ? { executablePath, args } : {},
  },
});
