// @module-tag extended
// @module-tag process
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blows, endure } from './cluster-faults.ts'
import { type Cluster, startCluster } from './support/cluster.ts'

/** Slower than in other tests: a busy machine delays heartbeats, and leases have to outlast that. */
const PACE = 4

describe('three workers and two web processes on one PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ pace: PACE, bots: 40, chats: 1, rate: 60 })
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  it.each(Object.entries(blows))('lose, double and reorder no alert: %s', async (_, strike) => {
    expect((await endure(cluster, strike)).acknowledged).toBeGreaterThan(0)
  })
})
