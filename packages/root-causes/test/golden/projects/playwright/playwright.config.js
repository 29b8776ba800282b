module.exports = {
  timeout: 4000,
  expect: { timeout: 400 },
  workers: 1,
  use: { launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } },
};
