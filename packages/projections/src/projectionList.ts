import type { Projection, ReadModelDocument } from './projection.ts';
import { projections } from './projections.ts';

/** A projection whose document type the projector need not know: it only hands back what the projection itself made. */
export type AnyProjection = Projection<ReadModelDocument>;

const listed: readonly object[] = Object.values(projections);
export const projectionList = listed as readonly AnyProjection[];
