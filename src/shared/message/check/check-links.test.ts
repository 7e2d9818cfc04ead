import { describe, expect, it } from 'vitest'
import { parsePayload } from '../../payload/payload.ts'
import { defaultTemplates } from '../template/default-templates.ts'
import { deadLinks } from './check-links.ts'

/** Problems as «underlined text: reason». */
const told = (template: string, json = '{}') =>
  deadLinks(template, {
    payload: parsePayload(json),
    builtIn: { timestamp: 'hoy' },
    timeZone: 'UTC',
  }).map(({ from, to, reason }) => `${template.slice(from, to)}: ${reason}`)
const dead = (source: string) =>
  `${source}: Sin valor para ${source}, este enlace no lleva a ninguna parte.`

describe('a placeholder without a value in a link’s address', () => {
  it.each([
    ['[a](https://x.y/?s={{exchange}}:{{symbol}})', ['{{exchange}}', '{{symbol}}']],
    ['{{symbol}} [{{b}}](https://x.y/{{ symbol }}) {{symbol}}', ['{{ symbol }}']],
    ['[a]({{url}})', ['{{url}}']],
    ['<p>{{c}} <a href="https://x.y/{{url}}">{{b}}</a></p>', ['{{url}}']],
    ['{{#if timestamp}}[a](https://x.y/{{c}}){{/if}}', ['{{c}}']],
  ])('makes a dead link: %s', (template, sources) => {
    expect(told(template)).toEqual(sources.map(dead))
  })

  it.each([
    ['[a](https://x.y/?s={{symbol}})', '{"ticker":"BTC"}'],
    ['[a](https://x.y/?t={{timestamp}}) {{symbol}}', '{}'],
    ['{{c}} [a](https://x.y/?s={{#if c}}{{c}}:{{/if}}b)', '{}'],
    ['{{c}} {{#if d}}[a](https://x.y/?s={{c}}){{/if}}', '{}'],
    ['`[a](https://x.y/{{c}})` [a] ({{c}}) <a href="{{c}}">', '{}'],
  ])('is ignored in %s', (template, json) => {
    expect(told(template, json)).toEqual([])
  })

  it.each(defaultTemplates)('is absent from the default template «$name»', ({ content }) => {
    for (const json of ['{}', '{"symbol":"BTC"}', '{"exchange":"BINANCE"}'])
      expect(told(content, json)).toEqual([])
  })

  it('is found in a long template in reasonable time', () => {
    const template = '[a](https://x.y/{{c}}) '.repeat(1_400)
    expect(told(template)).toHaveLength(1_400)
  })
})
