import { z } from 'zod'
import { pageSchema } from './page.ts'

/** What happens to an account and to who may come into it. */
export const accountEventKinds = [
  'account-created',
  'sign-in',
  'sign-in-failed',
  'second-factor-failed',
  'sign-out',
  'session-ended',
  'session-copied',
  'confirmed',
  'confirm-failed',
  'password-changed',
  'password-change-failed',
  'password-set',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'token-created',
  'token-removed',
  'exported',
  'imported',
  'reset',
  'throttled',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

/** Any number of them may come, also from strangers: those of a day are one. */
export const failureKinds = [
  'sign-in-failed',
  'second-factor-failed',
  'confirm-failed',
  'password-change-failed',
  'throttled',
] as const satisfies readonly AccountEventKind[]
export type FailureKind = (typeof failureKinds)[number]

export const EVENTS_PER_PAGE = 50

export const accountEventQuerySchema = z.object({ page: pageSchema })

export const accountEventSchema = z.object({
  id: z.string(),
  /** A newer version may know others. */
  kind: z.string(),
  /** When it happened last. */
  at: z.iso.datetime(),
  /** When it happened first. */
  since: z.iso.datetime(),
  /** How often. */
  count: z.number(),
  /** Null where no browser or program did it, and of what came from many. */
  address: z.string().nullable(),
  /** Where the address is, in Spanish. */
  location: z.string().nullable(),
  /** As the browser calls itself. */
  userAgent: z.string().nullable(),
  /** The name of what it concerns. */
  detail: z.string().nullable(),
})
export type AccountEvent = z.infer<typeof accountEventSchema>
