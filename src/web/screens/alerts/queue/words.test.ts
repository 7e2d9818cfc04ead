import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import type { Queue, QueueLane, QueueReason } from '#shared/model/queue.ts'
import {
  alertsWords,
  droppedText,
  dropText,
  expiryWords,
  headline,
  laneName,
  placeWords,
  reasonWords,
} from './words.ts'

const dates = dateFormats('Europe/Madrid')
const now = Date.parse('2026-11-19T08:20:00Z')
const NINE_TWELVE = '2026-11-19T08:12:00Z'
const TOMORROW = '2026-11-20T08:12:00Z'

const paused: QueueReason = { kind: 'paused', since: NINE_TWELVE, ofAll: false }
const turn: QueueReason = { kind: 'turn', chat: 'group' }
const outage: QueueReason = {
  kind: 'outage',
  of: 'all',
  since: NINE_TWELVE,
  givesUpAt: '2026-11-19T08:27:00Z',
}
const flood: QueueReason = { kind: 'flood-wait', of: 'chat', seconds: 43, until: TOMORROW }

describe('the reason why a chat waits', () => {
  const words = (reason: QueueReason) => reasonWords(reason, now, dates)

  it('names a pause, a turn, a send or a missing process', () => {
    expect(words(paused)).toEqual({ what: 'En pausa desde las 09:12' })
    expect(words(turn)).toEqual({
      what: 'Espera su turno',
      more: 'Telegram admite 20 mensajes por minuto en un grupo.',
    })
    expect(words({ kind: 'sending' }).what).toBe('Se está enviando')
    expect(words({ kind: 'unassigned' }).what).toBe('Otro proceso toma el relevo')
    expect(words({ kind: 'no-process' }).what).toBe('Ahora mismo nadie envía')
  })

  it('names an outage of one bot or all, and when alerts fail', () => {
    expect(words(outage)).toEqual({
      what: 'Telegram no responde desde las 09:12',
      more: 'Si no vuelve antes, falla a las 09:27.',
    })
    expect(words({ ...outage, of: 'bot', givesUpAt: null })).toEqual({
      what: 'Telegram no responde a este bot desde las 09:12',
      more: 'Espera a que vuelva.',
    })
  })

  it('gives the end of a flood wait or of a backoff', () => {
    expect(words(flood)).toEqual({ what: 'Telegram pidió 43\u00a0s de pausa', until: TOMORROW })
    expect(words({ ...flood, of: 'bot', seconds: 7_200 }).what).toBe(
      'Telegram pidió 2\u00a0h de pausa a este bot',
    )
    const retry = { kind: 'retry', at: TOMORROW, attempts: 1 } as const
    expect(words({ ...retry, reason: 'Telegram no respondió. Espera un poco.' })).toEqual({
      what: 'Próximo intento, 2 de 3',
      until: TOMORROW,
      more: 'Telegram no respondió.',
    })
    expect(words({ ...retry, reason: null })).not.toHaveProperty('more')
  })

  it('is generic for a kind that only a newer server knows', () => {
    const newer = JSON.parse('{"kind":"strike"}')
    expect(words(newer)).toEqual({ what: 'Espera, y aún no se sabe por qué' })
    expect(headline(queueOf([newer, turn]), now, dates)?.what).toBe('Todo va saliendo.')
    expect(headline(queueOf([newer]), now, dates)?.what).toBe('Espera, y aún no se sabe por qué.')
  })
})

const queueOf = (reasons: (QueueReason | null)[], more: Partial<Queue> = {}) => ({
  items: reasons.map(reason => ({ reason }) as QueueLane),
  waiting: { count: reasons.filter(Boolean).length, more: false },
  pausedAllSince: null,
  pausedLanes: reasons.filter(reason => reason === null || reason.kind === 'paused').length,
  delivers: true,
  ...more,
})

describe('the main reason', () => {
  const what = (reasons: (QueueReason | null)[], more?: Partial<Queue>) =>
    headline(queueOf(reasons, more), now, dates)?.what

  it('is an outage, else a flood wait, else a turn', () => {
    expect(what([turn, flood, outage])).toBe('Telegram no responde desde las 09:12.')
    expect(what([{ ...outage, of: 'bot' }])).toBe(
      'Telegram no responde a uno de tus bots desde las 09:12.',
    )
    expect(what([turn, flood])).toBe('Telegram pidió una pausa.')
    expect(what([paused, turn])).toBe('Todo va saliendo.')
  })

  it('is a pause if there is no other reason or all is paused', () => {
    expect(what([paused, null])).toBe('2 chats están en pausa.')
    expect(what([null])).toBe('1 chat está en pausa.')
    expect(what([outage], { pausedAllSince: NINE_TWELVE })).toBe(
      'Todo está en pausa desde las 09:12.',
    )
  })

  it('says that no worker runs while alerts wait', () => {
    expect(what([turn], { delivers: false })).toBe('Ahora mismo nadie envía.')
    expect(what([], { delivers: false })).toBeUndefined()
    expect(what([])).toBeUndefined()
  })
})

describe('a chat', () => {
  const named = (names: string[], connectionCount = names.length) =>
    laneName({
      connections: names.map(name => ({ id: name, name, isActive: true })),
      connectionCount,
    })

  it('is named after its connections', () => {
    expect(named(['Oro'])).toBe('Oro')
    expect(named(['Oro', 'Plata'])).toBe('Oro y Plata')
    expect(named(['Oro', 'Plata', 'Cobre'], 1_203)).toBe('Oro, Plata y 1.201 más')
  })

  it('says when its alerts expire, if they may expire before being sent', () => {
    const expiry = (reason: QueueReason, count = 2) =>
      expiryWords({ reason, waiting: { count, more: false }, expiresAt: TOMORROW }, now, dates)
    expect(expiry(paused)).toBe('Caducan desde mañana a las 09:12.')
    expect(expiry(paused, 1)).toBe('Caduca mañana a las 09:12.')
    expect(expiry(flood)).toBeNull()
    expect(expiry({ ...flood, until: '2026-11-21T00:00:00Z' })).toContain('Caducan')
    expect(expiry(outage)).toBeNull()
  })
})

describe('the place of an alert', () => {
  const place = (ahead: number, all: number, more = false) =>
    placeWords({ ahead: { count: ahead, more }, waiting: { count: all, more } })

  it('is counted within its chat', () => {
    expect(place(2, 41)).toBe('3.ª de 41 en este chat')
    expect(place(0, 1)).toBe('Es la única que espera en este chat')
    expect(place(1_203, 1_203)).toBe('1.204.ª de 1.204 en este chat')
    expect(place(10_000, 10_000, true)).toBe('Tiene más de 10.000 alertas delante en este chat')
  })
})

describe('the texts about dropping alerts', () => {
  it('count the alerts before and after, and say where they go', () => {
    expect(dropText({ count: 0, more: false })).toBe('Ninguna espera desde hace tanto.')
    expect(dropText({ count: 1, more: false })).toBe(
      '1 alerta dejará de esperar y quedará en el historial como fallida. Desde allí se puede reenviar.',
    )
    expect(dropText({ count: 10_000, more: true })).toBe(
      'Más de 10.000 alertas dejarán de esperar y quedarán en el historial como fallidas. Desde allí se pueden reenviar.',
    )
    expect(alertsWords({ count: 1_203, more: false })).toBe('1.203 alertas')
    expect(droppedText(1)).toBe('1 alerta descartada.')
    expect(droppedText(1_203)).toBe('1.203 alertas descartadas.')
  })
})
