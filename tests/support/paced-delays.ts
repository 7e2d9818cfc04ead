import { createDelays, type Delays } from '#server/deliver/delays.ts'

/** A busy machine delays heartbeats, and leases have to outlast that. */
const LEASE_PACE = 4

/**
 * The delays of the delivery, faster; leases no more than four times.
 * @param pace how many times faster than in real life
 */
export function pacedDelays(pace: number, botRate?: number): Delays {
  const { lease, heartbeat, leaseMargin } = createDelays(Math.min(pace, LEASE_PACE))
  return { ...createDelays(pace, botRate), lease, heartbeat, leaseMargin }
}
