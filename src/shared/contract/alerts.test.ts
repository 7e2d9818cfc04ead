import { expect, it } from 'vitest'
import { alerts } from './alerts.ts'

it('alerts.recent takes a limit of 200 by default and at most', () => {
  const input = alerts.recent['~orpc'].inputSchema
  expect(input?.parse({})).toEqual({ limit: 200 })
  expect(input?.safeParse({ limit: 6 }).success).toBe(true)
  expect(input?.safeParse({ limit: 201 }).success).toBe(false)
})
