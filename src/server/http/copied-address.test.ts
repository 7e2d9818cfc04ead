import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  copiedHeartbeat,
  parameterNames,
  readWebhookAddress,
  shownTarget,
} from './copied-address.ts'

const ID = 'eayEPYWK0_ab-CDefgh123'
const OTHER = 'DNkFUQdD9wKoF7nHgTkDBQ'

describe('readWebhookAddress', () => {
  it.each([
    ['/webhooks/a_B-1', 'a_B-1'],
    ['/webhooks/a?b=/c#d', 'a'],
    ['http://localhost:8080/webhooks/a', 'a'],
    [`/webhooks/${ID}/`, ID],
    [`/webhooks/${ID}//`, ID],
    [`/webhooks/${ID}/?x=1`, ID],
    [`//webhooks/${ID}`, ID],
    [`/webhooks//${ID}`, ID],
    [`/webhooks/./${ID}`, ID],
    [`\\webhooks\\${ID}`, ID],
    [`/webhooks%2F${ID}`, ID],
    [`/Webhooks/${ID}`, ID],
    [`/WEBHOOKS/${ID}`, ID],
    [`/webhook/${ID}`, ID],
    [`/%20webhooks/${ID}`, ID],
    [`/webhooks/${ID}%20`, ID],
    [`/webhooks/%20${ID}`, ID],
    [`/webhooks/${ID}%0A`, ID],
    [`/webhooks/${ID}%0D%0A`, ID],
    [`/webhooks/${ID}%C2%A0`, ID],
    [`/webhooks/${ID}%A0`, ID],
    [`/webhooks/${ID}%E2%80%8B`, ID],
    [`/webhooks/%EF%BB%BF${ID}`, ID],
    [`/webhooks/${ID}%2520`, ID],
    [`/webhooks/${ID.slice(0, 9)}%0A%20${ID.slice(9)}`, ID],
    [`/webhooks/${ID.slice(0, 9)}%C2%AD${ID.slice(9)}`, ID],
    [`/webhooks/${ID}.`, ID],
    [`/webhooks/${ID},`, ID],
    [`/webhooks/${ID}"`, ID],
    [`/webhooks/${ID}%22,`, ID],
    [`/webhooks/${ID})`, ID],
    [`/webhooks/${ID}%3E`, ID],
    [`/webhooks/%7B${ID}%7D`, ID],
    [`/webhooks/%C2%AB${ID}%C2%BB`, ID],
    [`/webhooks/${ID}%E2%80%9D`, ID],
    [`/webhooks/${ID}%`, ID],
    // A raw UTF-8 byte is one character in `IncomingMessage.url`.
    [`/webhooks/${ID}${Buffer.from('\u200b').toString('latin1')}`, ID],
  ])('reads the connection in %s', (target, id) => {
    expect(readWebhookAddress(target)?.id).toBe(id)
  })

  it.each([
    '/webhooks',
    '/webhooks/',
    '/webhooks/%20',
    '/',
    '/healthz',
    '/?/webhooks/a',
    '/connections/oro',
    `/api/connections/${ID}`,
    `/latido/${ID}`,
  ])('returns undefined for %s', target => {
    expect(readWebhookAddress(target)).toBeUndefined()
  })

  it.each([
    [`/webhooks/${ID}/panel`],
    [`/connections/${ID}/panel`],
    [`/${ID}`],
    [`/webhooks${ID}`],
    [`/?id=${ID}`],
    [`/webhooks/${ID}%3Fx=1`],
    [`/webhooks/${ID}${OTHER}`],
    [`/webhooks/${OTHER}${ID}`],
    [`/webhooks/${OTHER},${ID}`],
    [`/webhooks/${ID}https://avisos.ejemplo.com/webhooks/${ID}`],
    [`/webhooks/https://avisos.ejemplo.com/webhooks/${ID}`],
    [`/webhooks/${ID}%20mi%20alerta`],
    [`/webhooks/_${ID}_`],
    [`/webhooks/__${ID}__`],
    [`/api/webhooks/${ID}`],
  ])('finds the id within %s, but does not resolve to it', target => {
    const address = readWebhookAddress(target)
    expect(address?.id).not.toBe(ID)
    expect(address?.within).toContain(ID)
  })

  it('reads only exact addresses in targets of 16,000 characters', () => {
    expect(readWebhookAddress(`/webhooks/${'.'.repeat(16_000)}${ID}/`)).toBeUndefined()
    expect(copiedHeartbeat(`/latido/${'.'.repeat(16_000)}a/`)).toBeUndefined()
    expect(readWebhookAddress(`/webhooks/${ID}?${'x'.repeat(16_000)}`)?.id).toBe(ID)
  })

  it('shortens the ids and drops the parameter values of a shown target', () => {
    expect(shownTarget(`/webhooks/${OTHER}${ID}/panel%0A`)).toBe('/webhooks/DNkFUQdD…/panel')
    const broken = `${ID.slice(0, 10)}%0A${ID.slice(10)}`
    expect(shownTarget(`/webhooks/${broken}`)).toBe('/webhooks/eayEPYWK…')
    expect(shownTarget(`/${ID}?password=hunter2&a`)).toBe('/eayEPYWK…?password&a')
  })

  it('reads any id with anything but letters, digits, - and _ around it', () => {
    const id = fc.stringMatching(/^[\w-]{1,128}$/)
    const around = fc.stringMatching(/^[^\w/?#%\\-]{0,5}$/u)
    fc.assert(
      fc.property(id, around, around, (written, before, after) => {
        const target = `/webhooks/${encodeURIComponent(before)}${written}${encodeURIComponent(after)}`
        expect(readWebhookAddress(target)?.id).toBe(written)
      }),
    )
  })

  it('finds at most eight ids in any address', () => {
    const part = fc.stringMatching(/^[\w.~!$&'()*+,;=:@%-]{0,40}$/)
    fc.assert(
      fc.property(fc.array(part), parts => {
        expect(readWebhookAddress(`/${parts.join('/')}`)?.within.length ?? 0).toBeLessThanOrEqual(8)
      }),
    )
    const many = Array.from({ length: 30 }, (_, n) => `${n}`.padStart(22, 'x'))
    expect(readWebhookAddress(`/webhooks/${many.join('/')}`)?.within).toEqual(many.slice(0, 8))
  })
})

it.each([
  ['/latido/a', 'a'],
  ['/latido/a/', 'a'],
  ['/Latido/a%20', 'a'],
  ['//latido/a.', 'a'],
  ['/latidos/a?b', 'a'],
  ['/latido/', undefined],
  ['/latido/a/b', undefined],
  ['/webhooks/a', undefined],
])('reads the heartbeat in %s', (target, id) => {
  expect(copiedHeartbeat(target)).toBe(id)
})

it.each([
  ['/webhooks/a', []],
  ['/webhooks/a?', []],
  ['/webhooks/a?message=BTC%20BUY&key=1&key=2', ['message', 'key']],
  [`/webhooks/a?${ID}`, []],
  [
    `/webhooks/a?${Array.from({ length: 9 }, (_, n) => `p${n}=1`).join('&')}`,
    ['p0', 'p1', 'p2', 'p3', 'p4'],
  ],
])('reads the names of the parameters in %s', (target, names) => {
  expect(parameterNames(target)).toEqual(names)
})
