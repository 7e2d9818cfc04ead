import { expect, it } from 'vitest'
import { readClaim } from './claim.ts'

it.each([
  ['Delivered', 'sent', null],
  ['Entregado', 'sent', null],
  ['Zugestellt', 'sent', null],
  ['200', 'sent', null],
  ['HTTP 202 Accepted', 'sent', null],
  ['Not delivered', 'failed', null],
  ['Failed: 503 Service Unavailable', 'failed', '503'],
  ['Error: request timed out', 'failed', 'timeout'],
  ['Tiempo de espera agotado', 'failed', 'timeout'],
  ['Fallido', 'failed', null],
  ['Fehlgeschlagen', 'failed', null],
  ['', 'none', null],
  ['—', 'none', null],
  ['N/A', 'none', null],
  ['Pending', 'unclear', null],
])('«%s» is %s', (cell, claim, cause) => {
  expect(readClaim(cell)).toEqual({ claim, cause })
})
