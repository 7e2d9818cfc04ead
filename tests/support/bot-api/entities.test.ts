import { describe, expect, it } from 'vitest'
import { type Entity, fixEntities, readEntities } from './entities.ts'

const read = (entity: object) => readEntities(JSON.stringify([{ offset: 0, length: 1, ...entity }]))
const at = (type: string, offset: number, length: number): Entity => ({ type, offset, length })
const short = (entities: Entity[]) =>
  entities.map(({ type, offset, length }) => `${type} ${offset}-${offset + length}`)

describe('a date_time entity', () => {
  it.each([
    ['r', 'r'],
    ['R', 'r'],
    ['wDT', 'wDT'],
    ['tdw', 'wdt'],
    ['DdtT', 'dT'],
    ['', ''],
    [undefined, ''],
  ])('has its format %j normalized to %j', (date_time_format, stands) => {
    const asked = { type: 'date_time', unix_time: 1_763_870_400, date_time_format }
    expect(read(asked)).toMatchObject([{ unix_time: 1_763_870_400, date_time_format: stands }])
  })

  it.each([
    [{ unix_time: 1, date_time_format: 'rd' }, 'Invalid date-time format specified'],
    [{ unix_time: 1, date_time_format: 'HH:mm' }, 'Invalid date-time format specified'],
    [{ unix_time: 1, date_time_format: null }, 'Field "date_time_format" must be of type String'],
    [{}, 'Can\'t find field "unix_time"'],
    [{ unix_time: null }, 'Field "unix_time" must be a Number'],
    [{ unix_time: 1.5 }, 'Field "unix_time" must be a valid Number'],
    [{ unix_time: 1_763_870_400_000 }, 'Field "unix_time" must be a valid Number'],
    [{ unix_time: 1, url: 'a.b' }, 'This double knows no field of an entity date_time "url"'],
  ])('is refused with %j', (fields, why) => {
    expect(() => read({ type: 'date_time', ...fields })).toThrow(
      `Bad Request: can't parse MessageEntity: ${why}`,
    )
  })
})

describe('overlapping entities', () => {
  it('are sorted longest first, with unsplittable ones outside', () => {
    const fixed = fixEntities([at('bold', 0, 4), at('text_link', 0, 4), at('blockquote', 0, 9)])
    expect(short(fixed)).toEqual(['blockquote 0-9', 'text_link 0-4', 'bold 0-4'])
  })

  it.each(['date_time', 'code', 'pre'])('leave bold out of %s', type => {
    expect(short(fixEntities([at('bold', 0, 9), at(type, 3, 3)]))).toEqual([
      'bold 0-3',
      `${type} 3-6`,
      'bold 6-9',
    ])
  })

  it('split bold around a link, and keep it inside', () => {
    expect(short(fixEntities([at('bold', 0, 9), at('text_link', 3, 3)]))).toEqual([
      'bold 0-3',
      'text_link 3-6',
      'bold 3-6',
      'bold 6-9',
    ])
  })

  it.each([
    ['code', 'date_time'],
    ['pre', 'date_time'],
    ['text_link', 'date_time'],
    ['date_time', 'date_time'],
    ['date_time', 'text_link'],
  ])('within %s lose the inner %s', (outer, inner) => {
    expect(short(fixEntities([at(inner, 2, 3), at(outer, 0, 9)]))).toEqual([`${outer} 0-9`])
  })

  it('in the same place prefer code to a date, and a date to a link', () => {
    const same = (...types: string[]) => short(fixEntities(types.map(type => at(type, 0, 5))))
    expect(same('date_time', 'code')).toEqual(['code 0-5'])
    expect(same('text_link', 'date_time')).toEqual(['date_time 0-5'])
  })

  it('are kept inside a quotation, and dropped when they cross its edge', () => {
    const quotation = at('blockquote', 2, 4)
    expect(short(fixEntities([quotation, at('date_time', 3, 2)]))).toEqual([
      'blockquote 2-6',
      'date_time 3-5',
    ])
    expect(short(fixEntities([quotation, at('date_time', 5, 2)]))).toEqual(['blockquote 2-6'])
  })

  it('merge when they touch and have the same type', () => {
    expect(short(fixEntities([at('bold', 0, 3), at('bold', 3, 2), at('italic', 4, 3)]))).toEqual([
      'bold 0-4',
      'italic 4-7',
      'bold 4-5',
    ])
  })
})
