import { execFileSync } from 'node:child_process';

/** Runs git in a folder as an author who is the same in all tests. @returns its output, without spaces around it */
export function gitIn(folder: string) {
  return (...args: string[]): string => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  };
}
