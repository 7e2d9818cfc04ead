import { expect, it } from 'vitest'
import { alerts } from './alerts.ts'

it('a live view holds the newest 200 alerts unless it asks for less', () => {
  const input = alerts.recent['~orpc'].inputSchema
  expect(input?.parse({})).toEqual({ limit: 200 })
  expect(input?.safeParse({ limit: 6 }).success).toBe(true)
  expect(input?.safeParse({ limit: 201 }).success).toBe(false)
})
