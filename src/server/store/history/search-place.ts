/** Alerts of one millisecond that have places of their own; further ones take some of the next. */
export const PLACES = 64

/** Where the texts of the alerts begin that were received at an instant. Milliseconds UTC. */
export const placeOf = (receivedAt: number): number => receivedAt * PLACES
