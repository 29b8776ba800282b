export const reservationErrors = {
  'reservation.nameTaken': { status: 400, text: 'This name is already in use', field: 'name' },
  'reservation.keyTaken': { status: 400, text: 'This key is already in use', field: 'key' },
  'reservation.emailTaken': { status: 400, text: 'Email already used', field: 'email' },
  'reservation.identityTaken': { status: 409, text: 'Somebody else signs in here by this account of the provider.' },
  'reservation.contentTaken': { status: 409, text: 'The same content is being uploaded already.' },
} as const;
