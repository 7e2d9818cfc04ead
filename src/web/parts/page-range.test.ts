import { describe, expect, it } from 'vitest'
import { lastPage, pageRangeText } from './page-range.ts'

describe('pageRangeText', () => {
  it('names the first and last alert of the page', () => {
    expect(pageRangeText({ page: 1, pageSize: 10, total: 742 })).toBe('Mostrando 1-10 de 742')
    expect(pageRangeText({ page: 3, pageSize: 25, total: 742 })).toBe('Mostrando 51-75 de 742')
  })

  it('ends with the last alert on the last page', () => {
    expect(pageRangeText({ page: 75, pageSize: 10, total: 742 })).toBe('Mostrando 741-742 de 742')
  })

  it('groups thousands as Spanish readers expect', () => {
    expect(pageRangeText({ page: 13, pageSize: 100, total: 1204 })).toBe(
      'Mostrando 1.201-1.204 de 1.204',
    )
  })

  it('says «más de» if the count stopped early', () => {
    expect(pageRangeText({ page: 1, pageSize: 10, total: 10_000, more: true })).toBe(
      'Mostrando 1-10 de más de 10.000',
    )
  })

  it('shows zeros for an empty list', () => {
    expect(pageRangeText({ page: 1, pageSize: 10, total: 0 })).toBe('Mostrando 0-0 de 0')
  })
})

describe('lastPage', () => {
  it('counts a partial page', () => {
    expect(lastPage({ total: 741, pageSize: 10 })).toBe(75)
    expect(lastPage({ total: 740, pageSize: 10 })).toBe(74)
  })

  it('is 1 for an empty list', () => {
    expect(lastPage({ total: 0, pageSize: 10 })).toBe(1)
  })
})
