import { describe, expect, it } from 'vitest'
import { parseQuery, writeQuery } from './query-string.ts'

describe('the query string', () => {
  it('says texts that look like numbers without quotes', () => {
    expect(writeQuery({ search: '123', page: 2 })).toBe('?search=123&page=2')
  })

  it('leaves out what is undefined, and itself when nothing is left', () => {
    expect(writeQuery({ search: undefined })).toBe('')
  })

  it('is read as it was written', () => {
    const search = { search: 'EMA 9/21 & más', volver: '/alerts?page=2#a' }
    expect(parseQuery(writeQuery(search))).toEqual(search)
  })
})
