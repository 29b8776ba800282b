import { delimiter } from 'node:path';
import { UsageError } from '../usageError.ts';
import { readIsolation } from './isolationSettings.ts';

describe('the isolation settings', () => {
  it('are plain processes by default', () => {
    expect(readIsolation({}, {})).toEqual({
      ways: ['none'],
      shown: [],
      images: { all: null, of: new Map() },
      memoryMb: null,
      pids: 4096,
      network: null,
    });
  });

  it('come from variables, and options override them', () => {
    const environment = {
      ASSAY_ISOLATE: 'auto',
      ASSAY_IMAGE: 'own:1, python=p:3',
      ASSAY_CONTAINER_MEMORY_MB: '2048',
      ASSAY_CONTAINER_PIDS: '100',
      ASSAY_CONTAINER_NETWORK: 'host',
      ASSAY_SHOW: ['/data/tools', '/data/sdk'].join(delimiter),
    };
    const images = { all: 'own:1', of: new Map([['python', 'p:3']]) };
    expect(readIsolation({}, environment)).toEqual({
      ways: ['docker', 'podman', 'bubblewrap', 'user', 'none'],
      shown: ['/data/tools', '/data/sdk'],
      images,
      memoryMb: 2048,
      pids: 100,
      network: 'host',
    });
    const options = { isolate: 'bubblewrap, podman', show: ['/srv/x'], image: ['node=n:1'], 'container-pids': '7' };
    expect(readIsolation(options, environment)).toMatchObject({
      ways: ['bubblewrap', 'podman'],
      shown: ['/srv/x'],
      images: { all: null, of: new Map([['node', 'n:1']]) },
      pids: 7,
      memoryMb: 2048,
    });
  });

  it.each([
    [{ isolate: 'lxc' }, /--isolate must be auto, or one or more of docker, podman, bubblewrap, user, none/],
    [{ isolate: 'docker,auto' }, /--isolate must be auto, or/],
    [{ show: ['tools'] }, /--show must be an absolute path/],
    [{ 'container-pids': '0' }, /--container-pids must be a whole number from 1 up/],
    [{ 'container-memory-mb': '-1' }, /--container-memory-mb/],
    [{ 'container-network': '--privileged' }, /--container-network/],
    [{ image: ['a b'] }, /--image/],
  ])('refuse %j', (given, message) => {
    expect(() => readIsolation(given, {})).toThrow(UsageError);
    expect(() => readIsolation(given, {})).toThrow(message);
  });
});
