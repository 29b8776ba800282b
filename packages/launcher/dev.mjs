// `npm run dev`: starts Assay, bundles the processes again after each change of their sources and restarts those that have
// changed. Vite serves the web client. Uses nothing that would have to be installed first.
import { spawn } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './endWithNpm.mjs';
import { prepareToRun } from './prepare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The launcher cannot replace itself, and does not restart stores below their clients: everything starts again. */
const ofLauncher = /^packages\/(launcher|embedded-\w+)\//;
const isSchema = (name) => /^event-schemas\/[^/]+\/[^/]+\.json$/.test(name);
/** An editor may write several files at once. */
const settleMs = 30;

/** The launcher as a child that is started again when it is ordered to; its end is the end of everything otherwise. */
function runLauncher(onEnd) {
  let launcher;
  let restarts = false;
  const start = () => {
    launcher = spawn(process.execPath, [join(root, 'dist/launcher.js')], {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    launcher.once('exit', (code) => {
      if (!restarts) return onEnd(code ?? 1);
      restarts = false;
      start();
    });
  };
  start();
  return {
    /** Starts the processes of these bundles again. */
    restartProcesses: (bundles) => launcher.connected && launcher.send({ restart: bundles }),
    restartAll: () => {
      restarts = true;
      launcher.kill('SIGTERM');
    },
    stop: () => {
      restarts = false;
      launcher.kill('SIGTERM');
    },
  };
}

/** Serves the web client and watches its sources. */
async function serveWeb() {
  const { createServer } = await import('vite');
  const service = `http://127.0.0.1:${process.env.PORT || 3000}`;
  const server = await createServer({
    configFile: join(root, 'packages/web/vite.config.ts'),
    server: { proxy: { '/api': service, '/badge': service, '/socket': { target: service, ws: true } } },
  });
  await server.listen();
  server.printUrls();
  return server;
}

/** Calls `work` after the last of several calls, and again if it is called meanwhile. */
function settled(work) {
  let timer;
  let last = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(work);
    }, settleMs);
  };
}

/** Builds the processes again when their sources change, and has those restarted that have changed. */
async function followSources(watcher, restart) {
  const { bundling, writeSchemaData } = await import('./build.mjs');
  const { rebundleProcesses } = await import('./bundle.mjs');
  const processes = await rebundleProcesses(bundling());
  /** Null after an error: a file that was missing may be what changes next. */
  let { sources } = await processes.rebuild();
  const changed = new Set();

  const rebuild = settled(async () => {
    const began = performance.now();
    const names = [...changed];
    changed.clear();
    try {
      if (names.some(isSchema)) await writeSchemaData();
      const { entries, ...built } = await processes.rebuild();
      sources = built.sources;
      if (entries.length === 0) return;
      console.log(`Built (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      restart(names, entries);
    } catch (error) {
      sources = null;
      // esbuild has printed what is wrong in the sources; everything runs on as it was.
      if (!error.errors) console.error(error);
    }
  });

  watcher.on('all', (_, path) => {
    const name = relative(root, path).replaceAll('\\', '/');
    if (!isSchema(name) && sources?.has(name) === false) return;
    changed.add(name);
    rebuild();
  });
  // What changed before the watcher knew the file.
  watcher.once('ready', rebuild);
  watcher.add(['event-schemas', 'packages'].map((folder) => join(root, folder)));
}

endWithNpm();
await prepareToRun();
const web = await serveWeb();
let launcher = null;
// Before anything is started from what was built: no change in between is missed.
await followSources(web.watcher, (names, entries) => {
  if (names.some((name) => ofLauncher.test(name))) launcher?.restartAll();
  else launcher?.restartProcesses(entries);
});
launcher = runLauncher((code) => process.exit(code));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.stop());
