import { describe, expect, it } from 'vitest'
import { parsePayload } from '../../payload/payload.ts'
import { alertMessage } from '../alert-message.ts'
import { checkTemplate } from '../check/check-template.ts'
import { templateFromPayload } from './template-from-payload.ts'

const builtIn = { alert_name: 'Cruce' }

const templateOf = (json: string) => templateFromPayload(parsePayload(json))

/** Fills the template with the payload that it was generated from. */
function made(json: string) {
  const payload = parsePayload(json)
  return alertMessage(templateFromPayload(payload), { payload, builtIn, timeZone: 'UTC' })
}

describe('a template from a payload', () => {
  it('has the text without a label, then the other fields', () => {
    expect(templateOf('{"coin":"SOL","text":"a","nivel":{"alto":1.10}}')).toBe(
      '🔔 **{{alert_name}}**\n\n{{text}}\n\ncoin: {{coin}}\nnivel.alto: {{nivel.alto}}',
    )
    expect(templateOf('{"text":"a"}')).toBe('🔔 **{{alert_name}}**\n\n{{text}}')
    expect(templateOf('{"embeds":[{"title":"a","color":1}]}')).toBe(
      '🔔 **{{alert_name}}**\n\n{{embeds.0.title}}\n\nembeds.0.color: {{embeds.0.color}}',
    )
  })

  it('omits secrets, empty values and keys that it cannot name', () => {
    const json =
      '{"connectionId":"c","api_key":"k","n":null,"e":"","dos palabras":1,"payload":1,"alert_name":"x","__proto__":{"z":2},"ñ":1}'
    expect(templateOf(json)).toBe(
      '🔔 **{{alert_name}}**\n\n\\_\\_proto__.z: {{__proto__.z}}\nñ: {{ñ}}',
    )
  })

  it('shows the whole payload if it cannot name any key', () => {
    expect(made('{"dos palabras":1}').message.text).toContain('"dos palabras": 1')
    expect(made('{}').message.text).toContain('{}')
  })

  it.each([
    '{"text":"BTCUSD Greater Than 9000"}',
    '{"_a_":"x","__b":1,"c__":2,"-d":3,".e":4}',
    '{"embeds":[{"title":"BTC","fields":[{"name":"p","value":1}]}],"l":[1,2]}',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
  ])('fits its payload and passes the template check', json => {
    const { missing, taken, fits } = made(json)
    expect({ missing, taken, fits }).toEqual({ missing: [], taken: [], fits: true })
    expect(checkTemplate(templateOf(json))).toEqual([])
    expect(templateOf(json).length).toBeLessThan(2_000)
  })

  it('labels values by their keys', () => {
    expect(made('{"_a_":"x","b_c":1}').message.text).toBe('🔔 Cruce\n\n_a_: x\nb_c: 1')
  })
})
