import { type Static, Type } from 'typebox';
import { Nullable } from '../ids.ts';

const part = Type.Object({ status: Type.Enum(['ok', 'away'] as const), message: Type.Optional(Type.String()) });

/**
 * `status` is ok while every store answers, there is space to write and there are no dead letters; missing agents or a
 * lagging projector do not make the service unhealthy.
 */
export const HealthView = Type.Object({
  status: Type.Enum(['ok', 'degraded'] as const),
  version: Type.String(),
  parts: Type.Object({
    eventStore: part,
    documentStore: part,
    blobs: Type.Object({
      status: Type.Enum(['ok', 'away'] as const, { description: 'of the bucket or the files; at most 10 s old' }),
    }),
    disk: Type.Object({
      status: Type.Enum(['ok', 'full'] as const),
      freeBytes: Nullable(Type.Integer({ description: 'of the data folder; null: unknown' })),
    }),
    projector: Type.Object({
      status: Type.Enum(['ok', 'away'] as const),
      lagMilliseconds: Nullable(
        Type.Integer({ description: 'age of the oldest event not yet projected; 0 when there is none' }),
      ),
      rebuilding: Type.Boolean(),
    }),
    automation: Type.Object({
      ...part.properties,
      setAsideReactions: Type.Integer({ description: 'reactions to events that keep failing; staff can retry them' }),
    }),
    agents: Type.Object({ running: Type.Integer(), capacity: Type.Integer() }),
  }),
});
export type HealthView = Static<typeof HealthView>;
