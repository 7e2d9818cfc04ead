import { describe, expect, it } from 'vitest'
import { alertMessage } from '../message/alert-message.ts'
import { templateButtons } from '../message/message-buttons.ts'
import { defaultTemplates } from '../message/template/default-templates.ts'
import { parsePayload } from '../payload/payload.ts'
import { exampleAlert, sampleValues } from './example-alert.ts'

describe.each(defaultTemplates)('$name', template => {
  const made = (body: object) => {
    const payload = parsePayload(JSON.stringify(body))
    const builtIn = { connection_name: 'Cripto', alert_name: 'Cruce', timestamp: 'ahora' }
    const context = { payload, builtIn, timeZone: 'UTC', receivedAt: 0 }
    const buttons = templateButtons(template.buttons, context).flat()
    return { ...alertMessage(template.content, context), buttons }
  }

  it('fits the example of the first steps', () => {
    expect(made(exampleAlert('c1')).fits).toBe(true)
  })

  it.each([
    ['the test alert', exampleAlert('c1', template)],
    ['the sample', sampleValues],
  ])('has all values and all buttons with %s', (_name, body) => {
    const { fits, missing, buttons } = made(body)
    expect({ fits, missing }).toEqual({ fits: true, missing: [] })
    expect(buttons).toHaveLength(template.buttons.flat().length)
  })
})

it('takes `action` from `side` and `contracts` from `quantity`, and back', () => {
  const asked = (body: object) =>
    alertMessage('{{action}} {{contracts}} {{side}} {{quantity}}', {
      payload: parsePayload(JSON.stringify(body)),
      builtIn: {},
      timeZone: 'UTC',
    }).message.text
  expect(asked(exampleAlert('c1'))).toBe('buy 0.05 buy 0.05')
  expect(asked({ action: 'sell', contracts: '2' })).toBe('sell 2 sell 2')
})
