export default { testDir: '.', retries: 1, workers: 1 };
