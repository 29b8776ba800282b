import { type Static, Type } from 'typebox';
import { CommandAnswer } from '../commandAnswer.ts';
import { formFields } from '../formFields.ts';
import { Nullable, PipelineStageId } from '../ids.ts';
import { linesOfAttributes } from './runAttributes.ts';
import { TestRunStatus } from './testRunStatus.ts';

const file = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  description:
    'JUnit XML, TRX, TAP, or the XML of NUnit, xUnit.net or CTest, gzipped or not; or a zip archive of such files with the attachments tests name in [[ATTACHMENT|path]]',
});

/** The fields of the form; `file` may be repeated. */
/** Linux allows paths of 4,096 bytes. */
const folder = (description: string) =>
  Type.Optional(Type.String({ maxLength: 4_096, pattern: '^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)', description }));

export const UploadTestRunRequest = Type.Object({
  projectId: Type.String({ minLength: 1, description: "the project's id or key" }),
  environmentId: Type.String({ minLength: 1, description: "the environment's id or key" }),
  pipelineStageId: Type.Optional(PipelineStageId),
  branch: Type.Optional(Type.String({ ...formFields.branch, description: "defaults to the project's default branch" })),
  commit: Type.Optional(Type.String(formFields.commit)),
  ignoreQuarantine: Type.Optional(Type.String({ description: "'true': quarantined tests count like all others" })),
  root: folder('absolute path of the folder below which absolute paths of test files are shortened'),
  startedIn: folder(
    'the folder that the upload was started in: as `root`, where that is left out, for JSON reports alone',
  ),
  attributes: Type.Optional(Type.String({ ...linesOfAttributes, description: 'key=value, one a line' })),
  exitCode: Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,10}$',
      description:
        'exit code of the command that wrote the files; other than 0 fails a run without any failed test: reports do not say all that commands know',
    }),
  ),
  ranAt: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?Z$',
      description:
        'when the tests ran (UTC), to import a run of the past: it gets this time, notifies no one and changes no commit status, and the same files are imported once',
    }),
  ),
  onceByContent: Type.Optional(
    Type.String({
      description:
        "'true': the same files for the same project, environment, stage, branch and commit are the same run, however often they are uploaded",
    }),
  ),
  file,
});

const count = Type.Integer({ minimum: 0 });
export const UploadAnswer = Type.Object({
  ...CommandAnswer.properties,
  number: Type.Integer(),
  status: TestRunStatus,
  repeated: Type.Boolean({ description: 'these files had been uploaded before, and this is their run' }),
  counts: Type.Object({
    total: count,
    passed: count,
    failed: count,
    ignored: count,
    notRun: count,
    flaky: count,
    quarantined: count,
  }),
  unreadable: Type.Array(
    Type.Object({
      file: Type.String(),
      line: Nullable(Type.Integer()),
      column: Nullable(Type.Integer()),
      message: Type.String(),
    }),
    { description: 'files that were refused; the others were accepted' },
  ),
  leftOut: Type.Array(Type.String(), { description: 'files without information about tests' }),
  repaired: Type.Array(Type.Object({ file: Type.String(), message: Type.String() }), {
    description: 'files that were accepted although something is wrong with them',
  }),
  hints: Type.Array(Type.Object({ file: Type.String(), message: Type.String() }), {
    description: 'files whose writer leaves out what tells tests apart, and the setting that adds it',
  }),
  duplicates: Type.Array(
    Type.Object({
      file: Type.String(),
      of: Type.String({ description: 'the file whose results counted' }),
    }),
    {
      description:
        'reports not counted again: another file has the same bytes, or holds all their suites or the same run in another format',
    },
  ),
});
export type UploadAnswer = Static<typeof UploadAnswer>;

export const UploadSampleRequest = Type.Object(
  { projectId: Type.Optional(Type.String()), environmentId: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
