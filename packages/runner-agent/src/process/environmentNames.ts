/**
 * Sets variables in an environment. On Windows names that differ in their letters' size only are one: of two, a process
 * would see whichever comes first in the alphabet.
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
    // What the agent looks commands up in is called so everywhere.
    environment[platform === 'win32' && /^path$/i.test(name) ? 'PATH' : name] = value;
  }
}
