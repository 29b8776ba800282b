import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh from 'ssh2';
import { sshKeyPair } from './sshKeyPair.ts';

export type SshGitServer = {
  /** Of its one repository. */
  repositoryUrl: string;
  commit: string;
  /** Public keys that may read it, as OpenSSH writes them. */
  allowed: string[];
  /** How often somebody was let in. */
  entered: number;
  stop(): Promise<void>;
};

const blobOf = (publicKey: string) => publicKey.split(' ')[1] ?? '';

/** Whether this machine has the program by which git reads by ssh. */
export const hasSsh = (() => {
  try {
    execFileSync('ssh', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A git server on loopback with one private repository, which real git reads by ssh with a key that is allowed. */
export async function sshGitServer(files: Readonly<Record<string, string>>): Promise<SshGitServer> {
  const root = await mkdtemp(join(tmpdir(), 'assay-ssh-git-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin');
  const server = new ssh.Server({ hostKeys: [sshKeyPair().privateKey] }, (client) => {
    // Clients that end in the middle of a handshake are nothing to a server.
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      const isAllowed =
        attempt.method === 'publickey' &&
        serving.allowed.some((key) => blobOf(key) === attempt.key.data.toString('base64'));
      if (isAllowed) attempt.accept();
      else attempt.reject(['publickey']);
    });
    client.on('ready', () => {
      serving.entered++;
      client.on('session', (accept) => {
        const session = accept();
        // Which version of git's protocol is spoken.
        session.on('env', (acceptEnv) => acceptEnv?.());
        session.on('exec', (acceptExec, reject, { command }) => {
          if (command !== "git-upload-pack '/northwind/shop.git'") return reject();
          const stream = acceptExec();
          const upload = spawn('git', ['upload-pack', root]);
          stream.pipe(upload.stdin);
          upload.stdout.pipe(stream, { end: false });
          upload.stderr.pipe(stream.stderr);
          upload.on('close', (code) => {
            stream.exit(code ?? 1);
            stream.end();
          });
        });
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const serving: SshGitServer = {
    repositoryUrl: `ssh://git@127.0.0.1:${address.port}/northwind/shop.git`,
    commit: git('rev-parse', 'HEAD'),
    allowed: [],
    entered: 0,
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await rm(root, { recursive: true, force: true });
    },
  };
  return serving;
}
