/** What can be reserved: a name or key within its kind, a person's e-mail or account of a provider, or an upload's content. */
export type ReservationKind = `${string}Name` | `${string}Key` | 'email' | 'externalIdentity' | 'uploadedContent';
