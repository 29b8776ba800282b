/**
 * Sets variables in an environment. On Windows, names that differ only in case are the same: of two, a process would
 * see the alphabetically first.
 */
export function setVariables(
  environment: NodeJS.ProcessEnv,
  own: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): void {
  for (const [name, value] of Object.entries(own)) {
    if (platform === 'win32') {
      const same = Object.keys(environment).filter((each) => each.toUpperCase() === name.toUpperCase());
      for (const each of same) delete environment[each];
    }
    // The agent looks up commands under this name on every system.
    environment[platform === 'win32' && /^path$/i.test(name) ? 'PATH' : name] = value;
  }
}
