import { describe, expect, it } from 'vitest'
import {
  defaultAlertsSearch,
  parseQuery,
  readAlertsSearch,
  readLoginSearch,
  readTvAlertGeneratorSearch,
  writeQuery,
} from './addresses.ts'

const alertsAt = (query: string) => readAlertsSearch({ ...parseQuery(query), ...noBrand })
const loginAt = (query: string) => readLoginSearch({ ...parseQuery(query), ...noBrand })

const generatorAt = (query: string) =>
  readTvAlertGeneratorSearch({ ...parseQuery(query), ...noBrand })

/** Type brand of the router's search input; unused at runtime. */
const noBrand = { __TSearchSchemaInput__: 'TSearchSchemaInput' } as const

describe('the address of the history', () => {
  it('defaults to the ten newest alerts', () => {
    expect(alertsAt('')).toEqual({ sort: 'timestamp-desc', page: 1, pageSize: 10 })
    expect(defaultAlertsSearch).toEqual({ sort: 'timestamp-desc', page: 1, pageSize: 10 })
  })

  it('carries every filter', () => {
    const query =
      'connectionId=abc&search=123&status=failed&from=2026-11-13&to=2026-11-19&sort=alertName-asc&page=3&pageSize=50'
    expect(alertsAt(query)).toEqual({
      connectionId: 'abc',
      search: '123',
      status: 'failed',
      from: '2026-11-13',
      to: '2026-11-19',
      sort: 'alertName-asc',
      page: 3,
      pageSize: 50,
    })
  })

  it('ignores invalid values', () => {
    const query = 'search=&status=lost&from=ayer&sort=up&page=-1&pageSize=7'
    expect(alertsAt(query)).toEqual(defaultAlertsSearch)
    expect(alertsAt(`search=${'x'.repeat(201)}`)).toEqual(defaultAlertsSearch)
    expect(alertsAt('from=0050-01-01&to=9999-12-31')).toEqual(defaultAlertsSearch)
  })
})

describe('the address of the sign-in', () => {
  it('carries the one-time code and the page to return to', () => {
    expect(loginAt('alta=K3Y&volver=%2Falerts%3Fpage%3D2')).toEqual({
      alta: 'K3Y',
      volver: '/alerts?page=2',
    })
  })

  it.each([
    ...['https://example.com', '//example.com', '/\\example.com', 'alerts', '', '/..//example.com'],
    ...[
      '/\t/example.com',
      '/\n/example.com',
      '\t//example.com',
      '/alerts\0',
      '/alerts\\..\\',
      '/.//x',
    ],
    ...['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '?volver=/', '/\t\\x'],
  ])('drops the return address %j', volver => {
    expect(loginAt(`volver=${encodeURIComponent(volver)}`).volver).toBeUndefined()
  })
})

describe('the return address', () => {
  it.each([
    ...['/', '/alerts?search=EMA+9%2F21#0199', '/connections/año%20%C3%B1/panel', '/%2F%09/x'],
    ...['/docs?search=https://a.b//c', '/tags?search=%5C%0A'],
  ])('survives writing and reading: %s', volver => {
    expect(loginAt(writeQuery({ volver }).slice(1)).volver).toBe(volver)
  })
})

describe('the address of the generator', () => {
  it('carries both filters and the request for a new configuration', () => {
    expect(generatorAt('search=cruce&connectionId=abc&nueva=si')).toEqual({
      search: 'cruce',
      connectionId: 'abc',
      nueva: 'si',
    })
  })

  it('ignores invalid values', () => {
    const { search, connectionId, nueva } = generatorAt('search=&connectionId=&nueva=quizas')
    expect([search, connectionId, nueva]).toEqual([undefined, undefined, undefined])
  })
})

describe('the query string', () => {
  it('writes numeric texts without quotes', () => {
    expect(writeQuery({ search: '123', page: 2 })).toBe('?search=123&page=2')
  })

  it('omits undefined values, and is empty without any value', () => {
    expect(writeQuery({ search: undefined })).toBe('')
  })

  it('parses back to the written values', () => {
    const search = { search: 'EMA 9/21 & más', volver: '/alerts?page=2#a' }
    expect(parseQuery(writeQuery(search))).toEqual(search)
  })
})
