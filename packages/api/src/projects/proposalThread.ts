import { parentPort } from 'node:worker_threads';
import { proposeProjects, wantedFiles } from '@assay/application';
import { listedFiles } from '../git/listedFiles.ts';
import type { ProposalAnswer, ProposalOrder } from './projectProposer.ts';

// The thread that looks at repositories, one order after the other.
function answer(order: ProposalOrder): ProposalAnswer {
  const files = listedFiles(order.list);
  const paths = files.map(({ path }) => path);
  if (order.step === 'propose') {
    const { texts, repository } = order;
    return { fileCount: paths.length, proposals: proposeProjects({ paths, texts }, repository) };
  }
  const fileAt = new Map(files.map((file) => [file.path, file]));
  return { chosen: wantedFiles(paths).flatMap((path) => fileAt.get(path) ?? []) };
}

parentPort?.on('message', (order: ProposalOrder) => parentPort?.postMessage(answer(order)));
