import type { IssueMetadataView, IssueStatusCategory, TrackerProject, TrackerUser } from '@assay/contract';

/** An issue as its tracker has it. */
export type TrackerIssue = {
  /** Stays the same when the issue moves. */
  issueId: string;
  /** As people know it. */
  issueKey: string;
  /** In a browser. */
  url: string;
  /** As the tracker calls it. */
  statusName: string;
  category: IssueStatusCategory;
};

export type NewIssue = {
  /** Finds the issue again when the answer to its creation was lost. */
  intentId: string;
  projectId: string;
  summary: string;
  /** Markdown, as {@link parseMarkdown} reads it. */
  description: string;
  issueTypeId: string | null;
  priorityId: string | null;
  reporterId: string | null;
  /** Values of other fields by their ids: a text, or the ids of options. */
  fields: Readonly<Record<string, string | readonly string[]>>;
};

/** One interface for Jira Cloud, Jira Data Center, GitHub and GitLab. Each call throws TrackerFailure. */
export type Tracker = {
  /** @returns whom the connection acts as */
  me(): Promise<TrackerUser>;
  projects(query: string): Promise<TrackerProject[]>;
  /** @param issueTypeId whose fields are asked for; null: the tracker's Bug, or its first type */
  metadata(projectId: string, issueTypeId: string | null, userQuery: string): Promise<IssueMetadataView>;
  create(issue: NewIssue): Promise<TrackerIssue>;
  /** @returns the issue that an earlier attempt has created; null: no such issue */
  findCreated(issue: Pick<NewIssue, 'intentId' | 'projectId'>): Promise<TrackerIssue | null>;
  /** @param text Markdown */
  comment(issueId: string, text: string): Promise<void>;
  /** @returns the issues by their ids, as many as are asked for; null: it was deleted, or cannot be seen */
  statuses(issueIds: readonly string[]): Promise<Map<string, TrackerIssue | null>>;
  /** Finds issues by JQL; null: the tracker has no such language. */
  search: ((query: string, most: number) => Promise<TrackerIssue[]>) | null;
};

/** A field as the request to create an issue names it, and what the tracker says about it. */
export type FieldProblem = { field: string; message: string };

/**
 * - unusable: the connection is refused, or may not do this
 * - refused: the tracker refuses what it was sent
 * - away: it may take the same later
 * - doubtful: it may have done what it was asked, and did not answer
 */
export type TrackerFailureKind = 'unusable' | 'refused' | 'away' | 'doubtful';

/** A tracker does not do what it was asked to; the message says why, for people. */
export class TrackerFailure extends Error {
  readonly kind: TrackerFailureKind;
  readonly retryAfterMs: number | null;
  readonly fields: readonly FieldProblem[];
  /** No tracker is reached at the address. */
  readonly isOfAddress: boolean;

  constructor(
    kind: TrackerFailureKind,
    message: string,
    {
      retryAfterMs = null,
      fields = [],
      isOfAddress = false,
    }: { retryAfterMs?: number | null; fields?: readonly FieldProblem[]; isOfAddress?: boolean } = {},
  ) {
    super(message);
    this.name = 'TrackerFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.fields = fields;
    this.isOfAddress = isOfAddress;
  }
}
