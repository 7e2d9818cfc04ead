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
  ['No entregado', 'failed', null],
  ['Failed after 3 s', 'failed', 'timeout'],
  ['Delivered in 3s', 'sent', null],
  ['Zeitgerecht zugestellt', 'sent', null],
  ['Zeitüberschreitung', 'failed', 'timeout'],
  ['Gönderildi', 'sent', null],
  ['Gönderilemedi', 'failed', null],
  ['Teslim edilmedi', 'failed', null],
  ['Başarılı', 'sent', null],
  ['Başarısız', 'failed', null],
  ['配信済み', 'sent', null],
  ['配信されませんでした', 'failed', null],
  ['タイムアウト', 'failed', 'timeout'],
  ['전달됨', 'sent', null],
  ['전달 실패', 'failed', null],
  ['Sin webhook', 'none', null],
  ['Kein Webhook', 'none', null],
])('«%s» is %s', (cell, claim, cause) => {
  expect(readClaim(cell)).toEqual({ claim, cause })
})
