import { clientEnvironment, engineOf, findEngine } from './containerEngine.ts';

describe('the container engine', () => {
  it('is described by its own output', () => {
    expect(engineOf('docker', '/d', '["27.3.1",["name=seccomp,profile=builtin"]]\n')).toEqual({
      name: 'docker',
      command: '/d',
      version: '27.3.1',
      rootless: false,
      labeled: false,
    });
    expect(engineOf('docker', '/d', '["27.3.1",["name=selinux","name=rootless"]]')).toMatchObject({
      rootless: true,
      labeled: true,
    });
    expect(engineOf('podman', '/p', '["5.2.2",true,false]')).toEqual({
      name: 'podman',
      command: '/p',
      version: '5.2.2',
      rootless: true,
      labeled: false,
    });
  });

  it.each([
    ['docker', '["",null]'],
    ['docker', '["5.2.2",true,false]'],
    ['podman', '["27.3.1",["name=seccomp"]]'],
    ['docker', 'Cannot connect'],
  ] as const)('named %s is not accepted when it prints %s', (name, said) => {
    expect(engineOf(name, '/x', said)).toBeNull();
  });

  it('that is missing is named', async () => {
    expect(await findEngine('podman', { PATH: '/nowhere' }, 'linux')).toBe("podman is not in the agent's PATH");
  });

  it('is refused on Windows, because no folder has the same path inside', async () => {
    expect(await findEngine('docker', { PATH: '/nowhere' }, 'win32')).toContain('WSL 2');
  });

  it('has a client that sees none of Assay’s variables', () => {
    const environment = { ASSAY_AGENT_TOKEN: 't', assay_x: 'y', PATH: '/bin', DOCKER_HOST: 'unix:///run/docker.sock' };
    expect(clientEnvironment(environment)).toEqual({ PATH: '/bin', DOCKER_HOST: 'unix:///run/docker.sock' });
  });
});
