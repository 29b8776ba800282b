import type { BlobId, BuildId, ProjectId } from '@assay/contract';
import type { BuildUploaded } from '@assay/event-schemas';
import { type BuildCommand, buildDecider } from './decideBuild.ts';

const build: BuildUploaded = {
  buildId: 'b1' as BuildId,
  projectId: 'p1' as ProjectId,
  name: '1.4.0',
  branch: 'main',
  commit: null,
  fileName: 'shop.zip',
  archive: 'zip',
  blobId: 'a'.repeat(64) as BlobId,
  size: 10,
  fileCount: 2,
  unpackedSize: 30,
};
const command: BuildCommand = { type: 'uploadBuild', ...build };

describe('a build', () => {
  it('is uploaded once, and keeps its details', () => {
    const events = buildDecider.decide(command, buildDecider.initialState());
    expect(events).toEqual([{ type: 'BuildUploaded', data: build }]);
    const state = events.reduce(buildDecider.evolve, buildDecider.initialState());
    expect(state).toEqual({ status: 'uploaded', ...build });
    expect(() => buildDecider.decide(command, state)).toThrow(expect.objectContaining({ code: 'build.exists' }));
  });
});
