import { foldText } from '../format.ts'
import type { Claim } from './verdicts.ts'

/** @property cause of a failure: `timeout`, or the HTTP status of the response */
export type ReadClaim = { claim: Claim; cause: string | null }

/** Words in TradingView's languages, folded like the cells. Failures are tested first: «not delivered». */
const FAILED = folded(
  /fail|error|reject|not |\bno |\bnao |\bnie|안 |않|nicht|time.?out|timed|fall[oi]|fehl|echec|echou|falh|non |hata|blad|ошиб|не |失败|失敗|エラー|실패|abgelehnt|rechaz|refus|expir|agotad|cancel|delai|zeituber|zeitlimit|zaman as|emedi|edilmedi|basarısız|未|ませんでした|タイムアウト/,
)
const SENT = folded(
  /deliver|sent|success|\bok\b|done|entreg|enviad|exit|zugestellt|gesendet|erfolg|livre|envoy|succes|consegn|inviat|riusc|sucess|dostarcz|basarı|gonder|iletildi|edildi|доставл|отправ|успе|成功|已发送|送信|配信|送达|배달|전달|전송|성공|✓|✔|true|yes|si\b/,
)
const TIMEOUT = folded(
  /time.?out|timed|agotad|expir|delai|zeituber|zeitlimit|zaman as|tiempo|3 ?s|タイムアウト/,
)
const BLANK =
  /^[\s\-–—/.]*$|^n\/?a$|^none$|^null$|^undefined$|^(no|sin|kein|sans|nessun|sem) webhook$|^(ninguno|kein[er]*|aucun|yok|なし)$/

/** Claim in a cell of the column «Webhook status». */
export function readClaim(cell: string): ReadClaim {
  const text = foldText(cell).trim()
  if (BLANK.test(text)) return { claim: 'none', cause: null }
  const status = /(?:^|\D)([1-5]\d\d)(?!\d)/.exec(text)?.[1]
  if (status !== undefined)
    return status.startsWith('2')
      ? { claim: 'sent', cause: null }
      : { claim: 'failed', cause: status }
  if (FAILED.test(text)) return { claim: 'failed', cause: TIMEOUT.test(text) ? 'timeout' : null }
  if (SENT.test(text)) return { claim: 'sent', cause: null }
  return TIMEOUT.test(text)
    ? { claim: 'failed', cause: 'timeout' }
    : { claim: 'unclear', cause: null }
}

/** Folds a pattern like the cells: `foldText` strips marks from Japanese letters and decomposes Korean ones. */
function folded({ source }: RegExp): RegExp {
  return new RegExp(foldText(source))
}
