import { expect, it } from 'vitest'
import type { AccountEvent } from '#shared/model/account-event.ts'
import { eventWords, isFailure } from './event-words.ts'

const event: AccountEvent = {
  id: '1',
  kind: 'sign-in',
  at: '2026-11-19T08:00:00.000Z',
  since: '2026-11-19T08:00:00.000Z',
  count: 1,
  address: null,
  location: null,
  userAgent: null,
  detail: null,
}

it.each([
  ['Inicio de sesión', {}],
  ['Inicio de sesión fallido · 1.200 veces', { kind: 'sign-in-failed', count: 1_200 }],
  ['Llave de acceso añadida: Móvil', { kind: 'passkey-added', detail: 'Móvil' }],
  ['Otro cambio en la cuenta', { kind: 'of a newer version' }],
  ['Otro cambio en la cuenta', { kind: 'constructor' }],
])('says «%s»', (words, fields) => {
  expect(eventWords({ ...event, ...fields })).toBe(words)
})

it('distinguishes failures from other events', () => {
  expect(isFailure({ ...event, kind: 'throttled' })).toBe(true)
  expect(isFailure(event)).toBe(false)
})
