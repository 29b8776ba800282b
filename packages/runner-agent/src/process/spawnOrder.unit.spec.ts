import { spawnOrder, treeKillOrder } from './spawnOrder.ts';

describe('how a command is started', () => {
  it('is directly, with its arguments unchanged', () => {
    expect(spawnOrder('/usr/bin/java', ['-cp', 'a b'], 'linux')).toEqual({
      command: '/usr/bin/java',
      args: ['-cp', 'a b'],
      shell: false,
    });
    expect(spawnOrder('C:\\java\\java.exe', ['-version'], 'win32').shell).toBe(false);
    expect(spawnOrder('/tools/odd.cmd', ['x'], 'linux').shell).toBe(false);
  });

  it('is by the shell where it is a command line', () => {
    expect(spawnOrder('npm test', undefined, 'win32')).toEqual({ command: 'npm test', args: [], shell: true });
  });

  it('has what proposed commands begin with in the words of the shell', () => {
    const command = 'npx -c "unset npm_config_call && npm run build && node --test"';
    expect(spawnOrder(command, undefined, 'linux').command).toBe(command);
    expect(spawnOrder(command, undefined, 'win32').command).toBe(
      'npx -c "set npm_config_call=&& npm run build && node --test"',
    );
  });

  it('is by the shell for batch files of Windows, with every part quoted', () => {
    const { command, args, shell } = spawnOrder('C:\\py env\\python.bat', ['-m', 'say "hi"', 'C:\\a\\'], 'win32');
    expect(command).toBe('"C:\\py env\\python.bat" "-m" "say ""hi""" "C:\\a\\\\"');
    expect({ args, shell }).toEqual({ args: [], shell: true });
  });

  it('keeps percent signs in arguments from being expanded as variables', () => {
    const { command } = spawnOrder('C:\\tools\\dotnet.cmd', ['100%', '%PATH%'], 'win32');
    expect(command).toBe('"C:\\tools\\dotnet.cmd" "100%%cd:~,%" "%%cd:~,%PATH%%cd:~,%"');
  });
});

describe('ending a process tree on Windows', () => {
  const running = { pid: 4711, exitCode: null, signalCode: null };

  it('uses taskkill, on everything the leader started, by force', () => {
    expect(treeKillOrder(running)).toEqual({ command: 'taskkill', args: ['/PID', '4711', '/T', '/F'] });
  });

  it('does nothing once its leader has ended, because the number may belong to another process', () => {
    expect(treeKillOrder({ ...running, exitCode: 0 })).toBeNull();
    expect(treeKillOrder({ ...running, signalCode: 'SIGTERM' })).toBeNull();
    expect(treeKillOrder({ ...running, pid: undefined })).toBeNull();
  });
});
