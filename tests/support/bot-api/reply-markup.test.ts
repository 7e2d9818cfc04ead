import { describe, expect, it } from 'vitest'
import { type Button, checkButtonLimits, checkButtons, readButtons } from './reply-markup.ts'

const read = (...rows: unknown[]) => readButtons(JSON.stringify({ inline_keyboard: rows }))
const link = (text = 'Gráfico'): Button => ({ text, url: 'https://tradingview.com/chart' })
const copy = (text: string): Button => ({ text: 'Copiar', copy_text: { text } })
const inButton = "can't parse inline keyboard button: "

describe('readButtons', () => {
  it('reads rows of links and copy buttons, with a colour', () => {
    const rows = [[{ ...link(), style: 'primary' }, copy('67432.5')], [link()]]
    expect(read(...rows)).toEqual(rows)
    expect(read([{ ...link(), style: 'DANGER' }])).toEqual([[{ ...link(), style: 'danger' }]])
    expect(read([{ ...link(), style: 'default' }])).toEqual([[link()]])
    expect(readButtons(undefined)).toEqual([])
    expect(readButtons('{}')).toEqual([])
  })

  it.each([
    ['null', 'object expected as reply markup'],
    ['[]', 'object expected as reply markup'],
    ['{', "can't parse reply keyboard markup JSON object"],
    ['{"inline_keyboard":null}', 'field "inline_keyboard" must be of type Array'],
    [
      '{"inline_keyboard":[{}]}',
      'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ],
    ['{"keyboard":[]}', 'this double knows no reply markup "keyboard"'],
  ])('refuses %s', (json, why) => {
    expect(() => readButtons(json)).toThrow(`Bad Request: ${why}`)
  })

  it.each<[unknown, string]>([
    ['x', 'InlineKeyboardButton must be an Object'],
    [{}, 'Can\'t find field "text"'],
    [{ text: null }, 'Field "text" must be of type String'],
    [{ text: 'a' }, 'Text buttons are unallowed in the inline keyboard'],
    [{ text: 'a', url: '' }, 'Text buttons are unallowed in the inline keyboard'],
    [{ ...link(), style: 'blue' }, 'invalid button style specified'],
    [{ text: 'a', copy_text: 'x' }, 'Field "copy_text" must be of type Object'],
    [{ text: 'a', copy_text: {} }, 'Can\'t find field "text"'],
    [{ ...link(), ...copy('x') }, 'This double takes one kind of a button'],
    [{ ...link(), colour: 'red' }, 'This double knows no field of a button "colour"'],
  ])('refuses the button %j', (button, why) => {
    expect(() => read([button])).toThrow(`Bad Request: ${inButton}${why}`)
  })
})

describe('the checks of buttons', () => {
  it('drop buttons without text and empty rows', () => {
    expect(checkButtons([[link(''), link()], [], [link('')]])).toEqual([[link()]])
  })

  it.each<[Button, string]>([
    [
      { text: 'a', url: 'http://localhost' },
      "inline keyboard button URL 'http://localhost' is invalid: Wrong HTTP URL",
    ],
    [
      { text: 'a', url: 'javascript://a.b' },
      "inline keyboard button URL 'javascript://a.b' is invalid: Unsupported URL protocol",
    ],
    [{ ...link('a\ud83d') }, 'inline keyboard button text must be encoded in UTF-8'],
    [copy('a\ud83d'), 'inline keyboard button copied text must be encoded in UTF-8'],
  ])('refuse %j', (button, why) => {
    expect(() => checkButtons([[button]])).toThrow(`Bad Request: ${why}`)
  })

  it('allow copy texts of 1 to 256 characters', () => {
    const limits = (text: string) => () => checkButtonLimits([[copy(text)]])
    expect(limits('a'.repeat(256))).not.toThrow()
    for (const text of ['', ' ', 'a'.repeat(257)])
      expect(limits(text)).toThrow('Bad Request: BUTTON_COPY_TEXT_INVALID')
  })

  it('allow a hundred buttons, eight in a row, ten thousand bytes', () => {
    const rows = (...lengths: number[]) => lengths.map(length => Array(length).fill(copy('1')))
    const limits =
      (...lengths: number[]) =>
      () =>
        checkButtonLimits(rows(...lengths))
    const tooLong = 'Bad Request: reply markup is too long'
    expect(limits(...Array(12).fill(8), 4)).not.toThrow()
    expect(limits(...Array(12).fill(8), 5)).toThrow(tooLong)
    expect(limits(9)).toThrow(tooLong)
    const long = Array(50).fill([{ ...link(), url: `https://a.b/${'x'.repeat(200)}` }])
    expect(() => checkButtonLimits(long)).toThrow(tooLong)
  })
})
