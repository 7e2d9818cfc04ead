import { createDelays, type Delays } from '#server/deliver/delays.ts'

/** A busy machine delays heartbeats, which leases have to outlast. */
const LEASE_PACE = 4

/**
 * Delivery delays, sped up; leases no more than four times.
 * @param pace factor over real life
 */
export function pacedDelays(pace: number, botRate?: number): Delays {
  const { lease, heartbeat, leaseMargin } = createDelays(Math.min(pace, LEASE_PACE))
  return { ...createDelays(pace, botRate), lease, heartbeat, leaseMargin }
}
