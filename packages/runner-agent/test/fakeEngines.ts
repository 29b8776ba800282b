import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCheckImage } from '../src/containers/startCheck.ts';

/**
 * A fake of the command line of docker and podman, depending on its name: neither is available from the npm registry.
 * It refuses what they would refuse (options, mounts, users, missing images) and runs the command of a container as a
 * process of this machine that outlives its client, as under a daemon: nothing is isolated.
 */
const fakeEngine = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const os = require('node:os');

const state = process.env.FAKE_ENGINE;
const engine = path.basename(process.argv[1]);
const [command, ...args] = process.argv.slice(2);
const containers = path.join(state, 'containers');
fs.mkdirSync(containers, { recursive: true });
const fileOf = (name, what) => path.join(containers, name + '.' + what);
const fail = (message, code = 125) => { process.stderr.write(engine + ': ' + message + '\\n'); process.exit(code); };
const known = () => fs.readdirSync(containers).filter((name) => name.endsWith('.json')).map((name) => JSON.parse(fs.readFileSync(path.join(containers, name), 'utf8')));
// What an image has are the programs of this machine, but for the engine itself.
const imagePath = process.env.PATH.split(':').filter((folder) => folder !== path.dirname(process.argv[1])).join(':');
const down = () => fs.existsSync(path.join(state, engine + '.down'));
const images = () => fs.readFileSync(path.join(state, 'images'), 'utf8').split('\\n');
if (command !== '--shim') fs.appendFileSync(path.join(state, 'calls'), JSON.stringify({ pid: process.pid, engine, command, args, environment: process.env }) + '\\n');

function signalTree(name, signal) {
  const told = [];
  for (const id of fs.readdirSync('/proc').filter((each) => /^\\d+$/.test(each))) {
    let environment = '';
    try { environment = fs.readFileSync('/proc/' + id + '/environ', 'utf8'); } catch {}
    if (environment.split('\\0').includes('FAKE_CONTAINER=' + name)) { try { process.kill(Number(id), signal); told.push(id); } catch {} }
  }
  return told;
}

/** As an engine does it: a container is gone when nothing of it runs any more. */
function killTree(name) {
  const runs = (id) => { try { return !/\\) [ZX] /.test(fs.readFileSync('/proc/' + id + '/stat', 'utf8')); } catch { return false; } };
  for (let killed = signalTree(name, 'SIGKILL'); killed.some(runs); ) sleep(5);
}

/** As pid 1 and the daemon: what is left dies with the command, and the container is removed. */
function shim(name) {
  const container = JSON.parse(fs.readFileSync(fileOf(name, 'json'), 'utf8'));
  const [out, err] = ['out', 'err'].map((what) => fs.openSync(fileOf(name, what), 'a'));
  const environment = { PATH: container.path, IMAGE_SAYS: 'hello', FAKE_CONTAINER: name };
  const child = spawn(container.entrypoint, container.command, { cwd: container.workdir, env: environment, detached: true, stdio: ['ignore', out, err] });
  fs.writeFileSync(fileOf(name, 'json'), JSON.stringify({ ...container, pid: child.pid }));
  const end = (code) => {
    killTree(name);
    fs.rmSync(fileOf(name, 'json'), { force: true });
    fs.writeFileSync(fileOf(name, 'exit'), String(code));
  };
  child.on('error', () => end(127));
  child.on('exit', (code, signal) => end(code ?? 128 + os.constants.signals[signal]));
}

function runContainer() {
  const flags = ['--rm', '--init', '--no-healthcheck'];
  const valued = ['--name', '--label', '--pull', '--log-driver', '--cap-drop', '--security-opt', '--pids-limit', '--memory', '--shm-size', '--network', '--user', '--mount', '--workdir', '--entrypoint', ...(engine === 'podman' ? ['--userns'] : [])];
  const given = { mount: [] };
  let at = 0;
  for (; at < args.length && args[at].startsWith('-'); at += 1) {
    const [option, ...rest] = args[at].split('=');
    if (flags.includes(option) && rest.length === 0) { given[option.slice(2)] = true; continue; }
    if (!valued.includes(option)) fail('unknown flag: ' + option);
    const value = rest.length > 0 ? rest.join('=') : args[at += 1];
    if (option === '--mount') given.mount.push(value); else given[option.slice(2)] = value;
  }
  const [image, ...inner] = args.slice(at);
  if (!given.rm || !given.init) fail('a container that stays behind');
  if (given['cap-drop'] !== 'ALL') fail('a container with capabilities');
  if (engine === 'docker' && !/^\\d+:\\d+$/.test(given.user ?? '')) fail('files would be root\\'s');
  if (engine === 'podman' && given.userns !== 'keep-id') fail('files would be somebody else\\'s');
  if (fs.existsSync(path.join(state, engine + '.confined'))) fail('OCI runtime error: setrlimit: Operation not permitted', 126);
  if (!images().includes(image)) fail('Unable to find image ' + image + ' locally');
  if (known().some(({ name }) => name === given.name)) fail('Conflict. The container name is already in use');
  const targets = new Set();
  for (const mount of given.mount) {
    const fields = Object.fromEntries(mount.split(',').map((field) => field.split('=')));
    if (fields.type !== 'bind' || !path.isAbsolute(fields.target ?? '')) fail('invalid argument for --mount: ' + mount);
    if (!fs.existsSync(fields.source)) fail('bind source path does not exist: ' + fields.source);
    if (targets.has(fields.target)) fail('Duplicate mount point: ' + fields.target);
    targets.add(fields.target);
  }
  const seen = (file) => [...targets].some((target) => file === target || file.startsWith(target + '/'));
  if (given.workdir !== '/' && !seen(given.workdir)) fail('a working directory that is not mounted: ' + given.workdir);
  if (path.isAbsolute(inner[0]) && !seen(inner[0])) fail('a script that is not mounted: ' + inner[0]);
  const { name } = given;
  for (const what of ['out', 'err']) fs.writeFileSync(fileOf(name, what), '');
  fs.writeFileSync(fileOf(name, 'json'), JSON.stringify({ name, label: given.label, workdir: given.workdir, entrypoint: given.entrypoint, command: inner, path: imagePath }));
  spawn(process.execPath, [process.argv[1], '--shim', name], { detached: true, stdio: 'ignore', env: { FAKE_ENGINE: state, PATH: process.env.PATH } }).unref();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => signalTree(name, signal));
  const read = { out: 0, err: 0 };
  const pass = (what, to) => {
    const bytes = fs.readFileSync(fileOf(name, what)).subarray(read[what]);
    read[what] += bytes.length;
    if (bytes.length > 0) fs.writeSync(to, bytes);
  };
  const follow = setInterval(() => {
    const exit = fs.existsSync(fileOf(name, 'exit')) ? fs.readFileSync(fileOf(name, 'exit'), 'utf8') : '';
    pass('out', 1);
    pass('err', 2);
    if (down()) fail('error waiting for container: unexpected EOF');
    if (exit === '') return;
    clearInterval(follow);
    process.exit(Number(exit));
  }, 20);
}

function sleep(milliseconds) { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds); }

// A shim is no client.
if (command !== '--shim' && down()) fail('Cannot connect to the daemon. Is it running?', command === 'run' ? 125 : 1);
switch (command) {
  case '--shim':
    shim(args[0]);
    break;
  case 'info':
    console.log(engine === 'docker' ? '["27.3.1",["name=seccomp,profile=builtin"]]' : '["5.2.2",true,false]');
    break;
  case 'image':
    if (args[0] !== 'inspect' || args[1] !== '--format' || args[2] !== '{{.Id}}') fail('not a command');
    if (!images().includes(args[3])) fail('No such image: ' + args[3], 1);
    console.log('sha256:of-' + args[3]);
    break;
  case 'import':
    if (!fs.existsSync(args[0])) fail('no such file: ' + args[0], 1);
    fs.appendFileSync(path.join(state, 'images'), args[1] + '\\n');
    break;
  case 'pull':
    if (args[0].includes('missing')) fail('pull access denied for ' + args[0], 1);
    console.log('Status: Downloaded newer image for ' + args[0]);
    fs.appendFileSync(path.join(state, 'images'), args[0] + '\\n');
    break;
  case 'run':
    runContainer();
    break;
  case 'stop': {
    const [option, seconds, name] = args;
    if (option !== '-t' || !/^\\d+$/.test(seconds)) fail('not an option');
    const running = () => fs.existsSync(fileOf(name, 'json'));
    if (!running()) fail('No such container: ' + name, 1);
    const until = Date.now() + Number(seconds) * 1000;
    signalTree(name, 'SIGTERM');
    while (running() && Date.now() < until) sleep(20);
    if (running()) killTree(name);
    break;
  }
  case 'rm':
    if (args[0] !== '--force' || args[1] !== '--volumes') fail('not an option');
    for (const name of args.slice(2)) {
      killTree(name);
      fs.rmSync(fileOf(name, 'json'), { force: true });
    }
    break;
  case 'events':
    break;
  case 'ps': {
    if (args.slice(0, 4).join(' ') !== '--all --quiet --no-trunc --filter') fail('not an option');
    for (const { name, label } of known()) if ('label=' + label === args[4]) console.log(name);
    break;
  }
  default:
    fail('not a command: ' + command);
}
`;

export type EngineCall = {
  /** Of the client. */
  pid: number;
  engine: string;
  command: string;
  args: string[];
  environment: Record<string, string | undefined>;
};

/** Both of them in their own folder. Real ones on the machine come later in PATH. */
export class FakeEngines {
  readonly #parent: string;
  readonly #state: string;
  /** Names of the existing images, one per line. */
  readonly images: string;
  /** To be put into PATH. */
  readonly folder: string;

  /** @param images the existing images */
  constructor(images: readonly string[]) {
    this.#parent = realpathSync(mkdtempSync(join(tmpdir(), 'assay-engines-')));
    this.folder = join(this.#parent, 'engines');
    this.#state = join(this.#parent, 'engines-state');
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(join(this.#state, 'containers'), { recursive: true });
    this.images = join(this.#state, 'images');
    writeFileSync(this.images, images.map((image) => `${image}\n`).join(''));
    writeFileSync(join(this.#state, 'calls'), '');
    for (const name of ['docker', 'podman']) {
      writeFileSync(join(this.folder, name), fakeEngine);
      chmodSync(join(this.folder, name), 0o755);
    }
  }

  get environment(): NodeJS.ProcessEnv {
    return { FAKE_ENGINE: this.#state, PATH: [this.folder, process.env.PATH].join(':') };
  }

  get calls(): EngineCall[] {
    const lines = readFileSync(join(this.#state, 'calls'), 'utf8').split('\n').filter(Boolean);
    return lines.map((line): EngineCall => JSON.parse(line));
  }

  /** Without the agent's trial container at its start. */
  callsOf(command: string): EngineCall[] {
    return this.calls.filter((call) => call.command === command && !call.args.includes(startCheckImage));
  }

  /** Names of the existing containers, running or not. */
  get containers(): string[] {
    return readdirSync(join(this.#state, 'containers'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
  }

  /** A container that does not belong to this agent. */
  place(name: string, label: string): void {
    writeFileSync(join(this.#state, 'containers', `${name}.json`), JSON.stringify({ name, label }));
  }

  /** The engine answers and may not start containers, as in a container of its own. */
  confine(...names: ('docker' | 'podman')[]): void {
    for (const name of names) writeFileSync(join(this.#state, `${name}.confined`), '');
  }

  /** The command exists, but its engine does not answer. */
  goDown(...names: ('docker' | 'podman')[]): void {
    for (const name of names) writeFileSync(join(this.#state, `${name}.down`), '');
  }

  remove(): void {
    // The end of a container may still be being written.
    rmSync(this.#parent, { recursive: true, force: true, maxRetries: 20 });
  }

  /** The engine answers again, with the same containers. */
  comeBack(...names: ('docker' | 'podman')[]): void {
    for (const name of names) rmSync(join(this.#state, `${name}.down`));
  }
}
