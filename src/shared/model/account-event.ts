import { z } from 'zod'
import { pageSchema } from './page.ts'

/** Logged events of an account: sign-ins, credential changes, exports, imports, resets. */
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

/** Kinds that may occur in any number, some through strangers: all of one kind, network and day are one event. */
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
  /** An `AccountEventKind`, or a kind of a newer version. */
  kind: z.string(),
  /** Latest occurrence. */
  at: z.iso.datetime(),
  /** First occurrence. */
  since: z.iso.datetime(),
  /** Number of occurrences. */
  count: z.number(),
  /** IP address; null for `throttled`, commands on the server, and credentials that a reset removed. */
  address: z.string().nullable(),
  /** Country of the address, «red local» or «esta máquina»; null if unknown. */
  location: z.string().nullable(),
  /** `User-Agent` header. */
  userAgent: z.string().nullable(),
  /** Name of the affected token or passkey, or a note such as `con «Reiniciar Todo»`. */
  detail: z.string().nullable(),
})
export type AccountEvent = z.infer<typeof accountEventSchema>
