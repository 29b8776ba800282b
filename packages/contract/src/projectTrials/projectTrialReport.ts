import { type Static, Type } from 'typebox';
import { ProblemPost } from '../agents/problemPost.ts';
import { Nullable, Time } from '../ids.ts';
import { limits } from '../limits.ts';

/** What a trial does, in this order; `build` and `server` only where the project has a command for it. */
export const projectTrialPhases = ['checkout', 'install', 'build', 'server', 'list'] as const;
export type ProjectTrialPhaseName = (typeof projectTrialPhases)[number];

export const ProjectTrialPhase = Type.Object(
  {
    name: Type.Enum(projectTrialPhases),
    startedAt: Time,
    durationMs: Nullable(Type.Integer({ minimum: 0, description: 'null: it goes on, or was cut off' })),
  },
  { additionalProperties: false },
);
export type ProjectTrialPhase = Static<typeof ProjectTrialPhase>;

const file = Type.String({ maxLength: 1000, description: 'relative to the working directory' });

/** What a trial found. */
export const ProjectTrialFound = Type.Object(
  {
    commit: Nullable(Type.String({ maxLength: 100 })),
    commitMessage: Nullable(Type.String({ maxLength: 500 })),
    count: Nullable(Type.Integer({ minimum: 0, description: 'null: the tests are known only once the command runs' })),
    first: Type.Array(
      Type.Object(
        { file, name: Type.String({ maxLength: 2000 }), line: Nullable(Type.Integer()) },
        { additionalProperties: false },
      ),
      { maxItems: limits.projectTrial.shownTests, description: "in the framework's order" },
    ),
    unloaded: Type.Array(
      Type.Object({ file, message: Type.String({ maxLength: 2000 }) }, { additionalProperties: false }),
      { maxItems: limits.projectTrial.shownTests, description: 'files that the framework cannot load' },
    ),
  },
  { additionalProperties: false },
);
export type ProjectTrialFound = Static<typeof ProjectTrialFound>;

/** How a trial stands, as its agent sends it whenever something changes; `found` or `problem` end it. */
export const ProjectTrialReport = Type.Object(
  {
    phases: Type.Array(ProjectTrialPhase, { maxItems: projectTrialPhases.length }),
    log: Type.String({ maxLength: limits.projectTrial.log, description: 'the newest part of it, without secrets' }),
    found: Nullable(ProjectTrialFound),
    problem: Nullable(ProblemPost),
  },
  { additionalProperties: false },
);
export type ProjectTrialReport = Static<typeof ProjectTrialReport>;
