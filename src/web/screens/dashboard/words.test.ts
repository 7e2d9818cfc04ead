import { describe, expect, it } from 'vitest'
import { dateFormats } from '#shared/format.ts'
import {
  connectionsNote,
  deliveryNote,
  isGoodDelivery,
  isWaitingLong,
  silenceWords,
  waitingWords,
} from './words.ts'

const dates = dateFormats('Europe/Madrid')
const now = Date.parse('2026-11-19T15:42:00Z')

describe('the note on the connections', () => {
  it('counts failing connections, or says that all are in order', () => {
    expect(connectionsNote({ active: 5, total: 6, troubled: 1 })).toBe('1 con fallos')
    expect(connectionsNote({ active: 5, total: 6, troubled: 0 })).toBe('todas al día')
    expect(connectionsNote({ active: 1, total: 1, troubled: 0 })).toBe('al día')
    expect(connectionsNote({ active: 0, total: 2, troubled: 0 })).toBe('ninguna activa')
    expect(connectionsNote({ active: 0, total: 0, troubled: 0 })).toBe('aún ninguna')
  })
})

describe('the delivery rate', () => {
  const of = (successful: number, failed: number) => ({
    successful,
    failed,
    successRateString: '',
  })

  it('gives the delivered alerts out of all', () => {
    expect(deliveryNote(of(718, 24))).toBe('718 de 742 en 7 días')
    expect(deliveryNote(of(0, 0))).toBe('sin envíos en 7 días')
  })

  it('is good above 80 %', () => {
    expect(isGoodDelivery(of(81, 19))).toBe(true)
    expect(isGoodDelivery(of(80, 20))).toBe(false)
    expect(isGoodDelivery(of(0, 0))).toBeUndefined()
  })
})

describe('the waiting alerts', () => {
  it('are counted, with the time of the oldest', () => {
    expect(waitingWords({ count: 0, since: null }, now, dates)).toBe('Nada por enviar')
    expect(waitingWords({ count: 1_203, since: '2026-11-19T15:40:10Z' }, now, dates)).toBe(
      '1.203 por enviar desde las 16:40',
    )
    expect(waitingWords({ count: 3, since: '2026-11-18T15:40:10Z' }, now, dates)).toBe(
      '3 por enviar desde el 18 nov a las 16:40',
    )
  })

  it('need attention after a minute', () => {
    expect(isWaitingLong({ count: 3, since: '2026-11-19T15:41:00Z' }, now)).toBe(false)
    expect(isWaitingLong({ count: 3, since: '2026-11-19T15:40:59Z' }, now)).toBe(true)
    expect(isWaitingLong({ count: 0, since: null }, now)).toBe(false)
  })
})

it('says since when Telegram has not answered, and which connections', () => {
  const words = (connections: { name: string; count: number } | null) =>
    silenceWords({ since: '2026-11-19T15:31:00Z', connections }, now, dates)
  expect(words(null)).toBe('Telegram no responde desde las 16:31: las alertas esperan')
  expect(words({ name: 'Oro', count: 1 })).toBe(
    'Telegram no responde a «Oro» desde las 16:31: sus alertas esperan',
  )
  expect(words({ name: 'Oro', count: 2 })).toBe(
    'Telegram no responde a «Oro» y 1 conexión más desde las 16:31: sus alertas esperan',
  )
})
