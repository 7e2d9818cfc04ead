import { describe, expect, it } from 'vitest'
import { toldBodies } from '../../../tests/support/told-bodies.ts'
import { readBody } from '../body/read-body.ts'
import { alertName, payloadSummary } from '../payload/alert-name.ts'
import { parsePayload, valueAt, valueText } from '../payload/payload.ts'
import { alertMessage, textMessage } from './alert-message.ts'
import { templateButtons } from './message-buttons.ts'
import { pictureOf } from './message-picture.ts'
import { builtInValues } from './template/built-in-values.ts'
import { defaultTemplates } from './template/default-templates.ts'

const [signal] = defaultTemplates
const received = { receivedAt: Date.UTC(2026, 10, 26, 10, 15), timeZone: 'UTC' }

type SentWith = {
  template?: (typeof defaultTemplates)[number] | undefined
  neverShown?: readonly string[] | undefined
}

/** All output of a body: message, buttons, picture, name and summary. */
function sentOf(body: string, { template = signal, neverShown = [] }: SentWith = {}) {
  const read = readBody(body)
  if (!read || !template) throw new Error('no message')
  const payload = parsePayload(read.payloadText)
  const name = alertName(payload, 'Cripto', [], neverShown)
  const builtIn = builtInValues({ connectionName: 'Cripto', alertName: name, ...received })
  const context = { payload, builtIn, neverShown, ...received }
  const isText = read.reading === 'text'
  const message = isText
    ? textMessage(valueText(valueAt(payload, 'message')), '', neverShown)
    : alertMessage(template.content, context).message
  const buttons = isText ? [] : templateButtons(template.buttons, context)
  const picture = pictureOf(payload, [], neverShown)
  return {
    text: message.text,
    shown: `${message.text}\n${JSON.stringify(buttons)}`,
    all: JSON.stringify([message, buttons, picture, name, payloadSummary(payload, neverShown)]),
  }
}

describe.each(toldBodies)('a body of $name', ({ body, shows, hides, neverShown }) => {
  it('arrives with the texts that its trader expects', () => {
    const { shown } = sentOf(body, { neverShown })
    for (const text of shows) expect(shown).toContain(text)
  })

  it('arrives without hidden values and without added markers', () => {
    const { all, text } = sentOf(body, { neverShown })
    for (const hidden of hides) expect(all).not.toContain(hidden)
    const sentMarkers = body.match(/\{\{[^}]*\}\}/g) ?? []
    for (const marker of text.match(/\{\{[^}]*\}\}/g) ?? []) expect(sentMarkers).toContain(marker)
  })
})

describe('a secret added to a body', () => {
  const MARK = 'MARCADO-9x'
  const names = [
    ...['apiSec', 'secretKey', 'sign', 'signature', 'auth_key', 'auth', 'KEY', 'license', 'pin'],
    ...['otp', 'login', 'token', 'email-token', 'apiKey', 'passphrase', 'password', 'webhook_url'],
  ]
  const forms: ((body: string, name: string) => string)[] = [
    (body, name) => body.replace(/\{/, `{"${name}":"${MARK}",`),
    (body, name) => body.replace(/\}(?=[^}]*$)/, `,"${name}":"${MARK}"}`),
    (body, name) => body.replace(/\{/, `{"x":{"${name}":"${MARK}"},`),
    (body, name) => `[${body.replace(/\{/, `{"${name}":"${MARK}",`)},{"${name}":"${MARK}"}]`,
    (body, name) => `{"text":${JSON.stringify(body.replace(/\{/, `{"${name}":"${MARK}",`))}}`,
    (body, name) => `${name}=${MARK}\n${body}`,
    (_body, name) => `${name} = ${MARK}\na = 1\nb = 2\n`,
    (body, name) => `${body}\n${name}: ${MARK}`,
    (body, name) => `${name}=${MARK}&${body}`,
    (body, name) => `${name}=${MARK};${body}`,
    (body, name) => `{"message":"${name}: ${MARK}","symbol":"BTC"} ${body.length}`,
    (body, name) => JSON.stringify({ symbol: 'BTC', message: `${body}\n${name}=${MARK}` }),
    (body, name) => JSON.stringify({ embeds: [{ title: body, fields: [{ name, value: MARK }] }] }),
  ]
  const json = defaultTemplates.find(({ id }) => id === 'json-dump')

  // Each name in each form, in every fourth body.
  it.each(names)('called %s is never sent, in any form', name => {
    const nth = names.indexOf(name) % 4
    leavesWithNone(
      name,
      toldBodies.filter((_, at) => at % 4 === nth),
    )
  })

  it.each(names)('called %s is never sent with any body', { tags: ['extended'] }, name =>
    leavesWithNone(name, toldBodies),
  )

  function leavesWithNone(name: string, bodies: typeof toldBodies): void {
    for (const { body } of bodies)
      for (const form of forms) {
        const written = form(body, name)
        if (!written.includes(MARK)) continue
        for (const template of [signal, json])
          expect(sentOf(written, { template }).all, written).not.toContain(MARK)
      }
  }
})
