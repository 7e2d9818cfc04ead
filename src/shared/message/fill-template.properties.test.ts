import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/support/any-character.ts'
import { fixMessageText } from '../../../tests/support/bot-api/message-text.ts'
import { type Payload, parsePayload } from '../payload/payload.ts'
import { withoutNamedSecrets } from '../payload/secrets-in-text.ts'
import { hasUnfilled } from '../tradingview/unfilled.ts'
import { alertMessage } from './alert-message.ts'
import { cleanText, isBlank, isInvisible } from './clean-text.ts'
import { fillTemplate } from './fill-template.ts'
import { type RichMessage, trimMessage } from './rich-message.ts'
import {
  MESSAGE_MAX_CODE_POINTS,
  MESSAGE_MAX_ENTITIES,
  messageLength,
  splitMessage,
} from './split.ts'
import { defaultTemplates } from './template/default-templates.ts'
import { PlaceholderValues } from './template/placeholder-values.ts'
import { placeholdersOf, templateTokens } from './template/template-tokens.ts'

const connectionId = '0b5f8d0e-5b0a-4a55-9b8e-0c4c1c2d3e4f'

/** Text with a meaning in some syntax, and text that could be taken for the mark of a slot. */
const markup = fc.constantFrom(
  ...['*', '**', '***', '_', '__', '~', '~~', '||', '`', '```', '```json\n', '> ', '\\', '[', ']'],
  ...['[ver](https://x.com/?q={{x}})', '[no](javascript:{{x}})', '[x {{x}}](t.me/{{z}})'],
  ...[
    '<',
    '>',
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<pre>',
    '</pre>',
    '<code>',
    '</code>',
    '<br>',
    '<p>',
  ],
  ...['</p>', '<ul><li>', '</ul>', '<blockquote>', '</blockquote>', '<!--', '-->', '<script>'],
  ...['<a href="https://x.com/?q={{x}}">', '</a>', '<h1>', '</h1>', '&amp;', '&lt;', '&#xdc00;'],
  ...[
    '{{x}}',
    '{{ x }}',
    '{{y}}',
    '{{y.a}}',
    '{{{z}}}',
    '{{gone}}',
    '{{payload}}',
    '{{timestamp}}',
  ],
  ...['{{x | 2}}', '{{x | hora}}', '{{{x | fecha | o "—"}}}', '{{z | miles}}', '{{gone | 2}}'],
  ...['{{y | hace}}', '{{{z | mayúsculas}}}', '{{gone | o "**|—"}}', '{{x | b}}', '{{z | fecha}}'],
  ...['{{timestamp | hora}}', '{{timestamp | hace}}', '{{payload | minúsculas}}', ' | 2}}'],
  ...['[x](https://x.com/{{x | hora}})', '<a href="https://x.com/{{x | o "y"}}">', '||'],
  ...['{{#if x}}', '{{#if y}}', '{{#if gone}}', '{{/if}}', '{{else}}', '{{', '}}'],
  ...['a', 'BTC_USDT', ' ', '  ', '\n', '\n\n', '\r\n', '\t', '😀', 'ñ', '1.5', '\0', '\u{202e}'],
  ...['\u{dc00}', '\u{dc00}\u{dc00}', '\u{d83d}', '\u{fffc}', '\u{e000}', connectionId],
  ...[connectionId.slice(0, 18), connectionId.slice(18), '{{connectionId}}'],
  ...['{{connectionId | mayúsculas}}', '2026-11-19T15:35:02Z', '1795102502', '67432.505'],
)
const fragments = (maxLength: number) =>
  fc.array(
    fc.oneof({ weight: 9, arbitrary: markup }, fc.string({ unit: anyCharacter, maxLength: 4 })),
    { maxLength, size: 'max' },
  )
/** Values that filters recognise. */
const filtered = fc.oneof(
  fc.constantFrom('2026-11-19T15:35:02Z', '2026-11-19T16:35+01:00', '1795102502000', '', 'NaN'),
  fc.double().map(String),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
)
const value = fc.oneof(
  { weight: 2, arbitrary: fragments(6).map(parts => parts.join('')) },
  { weight: 1, arbitrary: filtered },
)
const template = fc.oneof(
  { weight: 2, arbitrary: fragments(24).map(parts => parts.join('')) },
  { weight: 2, arbitrary: fragments(24).map(parts => `<b>${parts.join('')}</b>`) },
  { weight: 1, arbitrary: fc.constantFrom(...defaultTemplates.map(({ content }) => content)) },
)
const payload = fc
  .record(
    {
      x: fc.oneof(value, fc.jsonValue()),
      y: fc.oneof(value, fc.jsonValue(), fc.record({ a: value })),
      z: value,
      connectionId: fc.constant(connectionId),
      symbol: value,
      notes: value,
      ['__proto__']: value,
    },
    { requiredKeys: ['connectionId'] },
  )
  .map(object => parsePayload(JSON.stringify(object)))

function fill(template: string, body: Payload) {
  return fillTemplate(template, contextOf(body))
}

const contextOf = (body: Payload) => ({
  payload: body,
  builtIn: { timestamp: 'hoy' },
  receivedAt: Date.UTC(2026, 10, 19, 15, 35, 2),
  timeZone: 'UTC',
  connectionId,
})

function isRawAskedFor(key: string, template: string): boolean {
  return templateTokens(template).some(
    token => token.kind === 'value' && token.raw && token.key === key,
  )
}

function isFiltered(key: string, template: string): boolean {
  return templateTokens(template).some(
    token => token.kind === 'value' && token.filters.length > 0 && token.key === key,
  )
}

describe('a message of any template and payload', () => holds(300))

describe('a message of 3,000 templates and payloads', { tags: ['extended'] }, () => holds(3_000))

function holds(numRuns: number): void {
  it('contains its entities, and no connection id', () => {
    fc.assert(
      fc.property(template, payload, (source, body) => {
        const { message, missing } = fill(source, body)
        expectSound(message)
        expect(JSON.stringify(message).toLowerCase()).not.toContain(connectionId)
        const keys = placeholdersOf(source)
        for (const key of missing) expect(keys).toContain(key)
      }),
      { numRuns },
    )
  })

  it('keeps its text and its times in Telegram', () => {
    fc.assert(
      fc.property(template, payload, (source, body) => {
        const { message } = fill(source, body)
        fc.pre(message.text !== '' && isOneMessage(message))
        const kept = fixMessageText(message)
        expect(withoutSpace(kept.text)).toBe(withoutSpace(message.text))
        expect(timesOf(kept)).toEqual(timesOf(message))
      }),
      { numRuns },
    )
  })

  it('has parts that fit and, except for white space at cuts, make up the text', () => {
    fc.assert(
      fc.property(template, payload, fc.integer({ min: 1, max: 400 }), (source, body, times) => {
        const { message } = fill(`${source.repeat(Math.min(times, 10_000 / source.length))}`, body)
        const pieces = splitMessage(message)
        for (const piece of pieces) {
          expectSound(piece)
          expect(piece.text.trim()).not.toBe('')
          expect(messageLength(piece)).toBeLessThanOrEqual(MESSAGE_MAX_CODE_POINTS)
          expect(piece.entities.length).toBeLessThanOrEqual(MESSAGE_MAX_ENTITIES)
        }
        expect(visibleOf(pieces.map(piece => piece.text).join(''))).toBe(visibleOf(message.text))
      }),
      { numRuns: numRuns / 10 },
    )
  })

  it('changes with a value only in the place of that value', () => {
    const neutral = 'NEUTRAL'
    const visible = value.filter(text => !isBlank(text))
    fc.assert(
      fc.property(template, payload, visible, (source, body, text) => {
        const masked = text.replaceAll(connectionId, 'id').replaceAll(connectionId.slice(18), 'id')
        const context = { builtIn: {}, timeZone: 'UTC' }
        const filled = fillTemplate(source, { ...context, payload: { ...body, x: masked } })
        const model = fillTemplate(source, { ...context, payload: { ...body, x: neutral } })
        // Excluded: {{payload}} shows the value escaped as JSON, and {{{x}}} takes it for markup.
        fc.pre(!placeholdersOf(source).includes('payload') && !isRawAskedFor('x', source))
        fc.pre(!isFiltered('x', source) && !hasUnfilled(masked))
        expect(filled.message).toEqual(substituted(model.message, neutral, masked))
        expect(filled.missing).toEqual(model.missing)
      }),
      { numRuns },
    )
  })

  it('has filtered values in place of their placeholders', () => {
    fc.assert(
      fc.property(template, payload, (source, body) => {
        fc.pre(!placeholdersOf(source).includes('payload'))
        const values = new PlaceholderValues(contextOf(body))
        const shown: Record<string, string> = {}
        const model = templateTokens(source).map(token => {
          const made = token.kind === 'value' ? values.shown(token) : undefined
          if (token.kind !== 'value' || token.filters.length === 0 || !made) return token.source
          const key = `shown_${Object.keys(shown).length}`
          shown[key] = made.text
          return token.raw ? `{{{${key}}}}` : `{{${key}}}`
        })
        // Excluded: in the payload, a text that looks like a secret would be masked.
        fc.pre(Object.values(shown).every(text => withoutNamedSecrets(text) === text))
        const wanted = fill(model.join(''), { ...body, ...shown }).message
        expect(withoutSpace(fill(source, body).message.text)).toBe(withoutSpace(wanted.text))
      }),
      { numRuns },
    )
  })

  it('has text without formatting or connection id if the payload does not fit', () => {
    fc.assert(
      fc.property(template, payload, (source, body) => {
        const context = {
          payload: body,
          builtIn: { alert_name: 'Cruce' },
          timeZone: 'UTC',
          connectionId,
        }
        const { message, fits } = alertMessage(source, context)
        expectSound(message)
        expect(JSON.stringify(message).toLowerCase()).not.toContain(connectionId)
        if (!fits)
          expect(message).toMatchObject({ text: expect.stringMatching(/\S/), entities: [] })
      }),
      { numRuns },
    )
  })

  it('is the same when rendered twice', () => {
    fc.assert(
      fc.property(template, payload, (source, body) => {
        expect(fill(source, body)).toEqual(fill(source, body))
      }),
      { numRuns: numRuns / 10 },
    )
  })
}

const isOneMessage = (message: RichMessage): boolean =>
  messageLength(message) <= MESSAGE_MAX_CODE_POINTS &&
  message.entities.length <= MESSAGE_MAX_ENTITIES

function expectSound({ text, entities }: RichMessage): void {
  expect(text.isWellFormed()).toBe(true)
  expect(text).toBe(cleanText(text))
  expect(text).not.toMatch(/[ \n]$/)
  for (const { offset, length } of entities) {
    const end = offset + length
    expect(Number.isInteger(offset) && Number.isInteger(length)).toBe(true)
    expect(offset >= 0 && length > 0 && end <= text.length).toBe(true)
    expect(text.slice(offset, end).isWellFormed()).toBe(true)
  }
  expectSoundTimes({ text, entities })
}

/** The `date_time` entities with their texts. */
const timesOf = ({ text, entities }: ReturnType<typeof fixMessageText>) =>
  entities.filter(isTime).map(({ offset, length, unix_time, date_time_format }) => ({
    text: text.slice(offset, offset + length),
    unix_time,
    date_time_format,
  }))

const isTime = ({ type }: { type: string }): boolean => type === 'date_time'

const INSTANT_TEXT = /^(\d\d\/\d\d\/\d{4})?(, )?(\d\d:\d\d(:\d\d)?)? UTC$/i

/** Checks the times as Telegram requires: no entity inside them, and only quotes around them. */
function expectSoundTimes({ text, entities }: RichMessage): void {
  for (const time of entities.filter(isTime)) {
    const { offset, length, unix_time = 0, date_time_format } = time
    expect(text.slice(offset, offset + length)).toMatch(INSTANT_TEXT)
    expect(date_time_format).toMatch(/^(r|d|t|dt)$/)
    expect(unix_time > 0 && unix_time < 2 ** 31 && Number.isInteger(unix_time)).toBe(true)
    const meeting = entities.filter(
      other =>
        other !== time && other.offset < offset + length && offset < other.offset + other.length,
    )
    for (const other of meeting) {
      expect(other.type).toMatch(/blockquote$/)
      expect(other.offset <= offset && offset + length <= other.offset + other.length).toBe(true)
    }
  }
}

/** Replaces `old`, which appears only where the value was inserted, by another value. */
function substituted(message: RichMessage, old: string, value: string): RichMessage {
  const shown = cleanText(value)
  const moved = (position: number) =>
    position + (message.text.slice(0, position).split(old).length - 1) * (shown.length - old.length)
  return trimMessage({
    text: message.text.replaceAll(old, () => shown),
    entities: message.entities.map(entity => {
      const offset = moved(entity.offset)
      const url = entity.url?.replaceAll(old, () => encodeURIComponent(value.toWellFormed()))
      return {
        ...entity,
        offset,
        length: moved(entity.offset + entity.length) - offset,
        ...(url !== undefined && { url }),
      }
    }),
  })
}

/** Visible characters: a part that would contain only invisible ones is left out. */
const visibleOf = (text: string): string => [...text].filter(unit => !isInvisible(unit)).join('')

function withoutSpace(text: string): string {
  return text.replace(/[ \n]/g, '')
}
