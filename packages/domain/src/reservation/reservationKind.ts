/** What can be reserved: the name or the key of a kind of thing, a person's e-mail, or what was uploaded. */
export type ReservationKind = `${string}Name` | `${string}Key` | 'email' | 'uploadedContent';
