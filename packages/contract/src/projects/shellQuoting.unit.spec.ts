import { execFileSync } from 'node:child_process';
import { shellQuoted } from './shellQuoting.ts';

describe('a command in quotes', () => {
  it.each([
    ['tsc && mocha', '"tsc && mocha"'],
    ["mocha 'test/*.js'", `"mocha 'test/*.js'"`],
    ['mocha "test/**/*.js" && echo done', '"mocha \\"test/**/*.js\\" && echo done"'],
    ['mocha -g "a|b"', `'mocha -g "a|b"'`],
    ['echo $HOME', "'echo $HOME'"],
    ["echo $HOME 'a'", "'echo $HOME '\\''a'\\'''"],
  ])('%s is %s', (command, quoted) => {
    expect(shellQuoted(command)).toBe(quoted);
    if (process.platform === 'win32') return;
    // What a shell takes it for is the command itself.
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(command);
  });
});
