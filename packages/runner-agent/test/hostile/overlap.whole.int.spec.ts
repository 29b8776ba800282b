import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProjectId } from '@assay/contract';
import { type GitServer, gitServer } from '../../../../test/support/gitServer.ts';
import { adapterOf, type HostileBench, hostileWays, openHostileBench } from './hostileBench.ts';

/** Reads what it can of all processes and shared folders, again and again until the other run is over. */
const spy = `const fs = require('node:fs');
const path = require('node:path');
const wanted = process.env.REVERSED.split(',').map((each) => [...each].reverse().join(''));
const seen = new Set();
let looks = 0;
const look = (where, read) => {
  try {
    const text = read();
    for (const each of wanted) if (text.includes(each)) seen.add(where.replace(/\\d+/g, 'N') + ' ' + each.slice(0, 5));
  } catch {}
};
const names = (folder) => { try { return fs.readdirSync(folder); } catch { return []; } };
const walk = (folder, levels) => {
  for (const name of names(folder)) {
    const whole = path.join(folder, name);
    if (whole.includes(process.env.ASSAY_TEST_RUN_ID)) continue;
    try {
      const stat = fs.lstatSync(whole);
      if (stat.isDirectory() && levels > 0) walk(whole, levels - 1);
      if (stat.isFile() && stat.size < 1e5) look('file ' + folder, () => fs.readFileSync(whole, 'latin1'));
    } catch {}
  }
};
const once = () => {
  looks += 1;
  for (const id of names('/proc').filter((name) => /^\\d+$/.test(name))) {
    for (const file of ['cmdline', 'environ', 'maps', 'mountinfo', 'comm'])
      look('/proc/N/' + file, () => fs.readFileSync('/proc/' + id + '/' + file, 'latin1'));
    if (id === String(process.pid)) continue;
    for (const fd of names('/proc/' + id + '/fd')) look('a descriptor', () => {
      const whole = '/proc/' + id + '/fd/' + fd;
      const stat = fs.statSync(whole);
      // Pipes block their reader.
      return stat.isFile() && stat.size < 1e5 && stat.uid !== process.getuid() ? fs.readFileSync(whole, 'latin1') : '';
    });
    for (const each of ['cwd', 'root']) look(each, () => names('/proc/' + id + '/' + each).includes('modules') ? 'OPENED' : '');
  }
  for (const folder of ['/tmp', '/dev/shm', '/var/tmp', '/run/lock', '/dev/mqueue']) walk(folder, 1);
  walk(path.join(process.env.AGENT_FOLDER), 2);
  for (const each of ['workspaces/' + process.env.OTHER_RUN, 'projects/' + process.env.OTHER_PROJECT, 'unit-tmp/' + process.env.OTHER_RUN, 'git/' + process.env.OTHER_PROJECT, 'git/keys'])
    walk(path.join(process.env.AGENT_FOLDER, each), 4);
};
(async () => {
  for (;;) {
    once();
    if ((await (await fetch(process.env.WATCH)).text()) === 'over') break;
  }
  console.log('looked ' + (looks > 5));
  console.log('seen ' + JSON.stringify([...seen]));
})();
`;

/** What an ordinary test does with its secrets. */
const ordinary = `
node -e '
const fs = require("node:fs"); const os = require("node:os"); const path = require("node:path");
const secret = process.env.SECRET;
fs.writeFileSync(path.join(os.tmpdir(), "note.txt"), secret);
fs.writeFileSync(path.join(process.env.HOME, "note.txt"), secret);
fs.writeFileSync("note.txt", secret);
try { fs.writeFileSync("/dev/shm/note-" + process.pid, secret); } catch {}
const open = fs.openSync("note.txt", "r+");
(async () => {
  // The file stays open until the other run has looked around.
  while ((await (await fetch(process.env.WATCH)).text()) !== "over");
  fs.closeSync(open);
})();
' "$SECRET"
cat modules/lib/lib.txt image.png; cat "$FILE_SECRET" | wc -c
git -C . remote -v; cat .git/config .git/modules/*/config modules/lib/.git 2>/dev/null
`;

/** Where the ordinary test asks whether it may end, and how often the other one looks until then. */
const ordinaryPath = '/ordinary';
const looksNeeded = 10;

const reversed = (text: string) => [...text].reverse().join('');

describe.each(hostileWays)('a run during one of another project, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const token = `token-${randomUUID()}`;
  let git: GitServer;
  let isOver = false;
  let asked = 0;
  let askedBefore: number | null = null;
  const watch = createServer(({ url }, answer) => {
    if (url !== ordinaryPath) {
      asked += 1;
      return answer.end(isOver ? 'over' : 'go on');
    }
    askedBefore ??= asked;
    return answer.end(asked >= askedBefore + looksNeeded ? 'over' : 'go on');
  });
  const watchUrl = () => `http://127.0.0.1:${(watch.address() as AddressInfo).port}`;

  beforeAll(async () => {
    git = await gitServer(token, { 'a.txt': 'a' });
    await new Promise<void>((resolve) => watch.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await git.stop();
    watch.closeAllConnections();
    await new Promise((resolve) => watch.close(resolve));
  });

  async function victimOf(hostile: HostileBench, projectId: ProjectId, secrets: { value: string; file: string }) {
    const { files } = adapterOf('Other');
    const image = 'a picture';
    const oid = createHash('sha256').update(image).digest('hex');
    git.lfs.set(oid, image);
    const lib = await git.add('lib', { 'lib.txt': 'of the submodule\n' });
    await git.add(
      'victim',
      {
        ...Object.fromEntries(Object.entries(files).map(([path, content]) => [path, String(content)])),
        'attack.sh': ordinary,
        'image.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${image.length}\n`,
        '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n',
      },
      { 'modules/lib': { url: '../lib.git', commit: lib } },
    );
    const gitUrl = `${git.url.replace('://', `://ada:${token}@`)}/northwind/victim.git`;
    return hostile.bench.order(
      { gitUrl, ...adapterOf('Other').settings },
      {
        projectId,
        variables: [
          { key: 'WATCH', value: `${watchUrl()}${ordinaryPath}`, encrypted: false, file: false },
          { key: 'SECRET', value: secrets.value, encrypted: false, file: false },
          { key: 'FILE_SECRET', value: secrets.file, encrypted: true, file: true },
        ],
      },
    );
  }

  (usable ? it : it.skip)(`shows neither its secrets nor how its repository is read (needs ${needs})`, async () => {
    const hostile = bench();
    const secrets = { value: `value-${randomUUID()}`, file: `file-${randomUUID()}` };
    const projectId = `project-${randomUUID()}` as ProjectId;
    const victim = await victimOf(hostile, projectId, secrets);
    const attacker = hostile.attack(adapterOf('Other'), () => ({
      attack: 'node spy.cjs',
      files: { 'spy.cjs': spy },
      variables: {
        REVERSED: [secrets.value, secrets.file, token, 'OPENED'].map(reversed).join(),
        WATCH: watchUrl(),
        AGENT_FOLDER: hostile.bench.workDir,
        OTHER_RUN: victim.testRunId,
        OTHER_PROJECT: hostile.projectFolder(projectId).split('/').at(-1) ?? '',
      },
    }));
    await hostile.service.until(() => asked > 0, 'the other run');
    const { finals, problem } = await hostile.bench.outcomeOf(victim);
    isOver = true;
    expect(problem).toBeNull();
    const output = finals.get('attacks')?.output ?? '';
    expect(output).toContain('of the submodule\na picture');
    expect(output).not.toContain(token);
    const lines = (await attacker.outcome).finals.get('attacks')?.output?.split('\n') ?? [];
    expect(lines).toContain('looked true');
    expect(lines).toContain('seen []');
    expect(attacker.findings()).toEqual([]);
  });
});
