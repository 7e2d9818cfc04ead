import { foldText } from '../format.ts'
import type { Claim } from './verdicts.ts'

/** @property cause of a failure: `timeout`, or the status of an answer */
export type ReadClaim = { claim: Claim; cause: string | null }

/** In the languages of TradingView, without accents. A failure is looked for first: «not delivered». */
const FAILED =
  /fail|error|reject|not |no se |nicht|time.?out|timed|fall[oi]|fehl|echec|echou|falh|non |hata|blad|ошиб|не |失败|失敗|エラー|실패|abgelehnt|rechaz|refus|expir|agotad|cancel|delai|zeit/
const SENT =
  /deliver|sent|success|ok\b|done|entreg|enviad|exit|zugestellt|gesendet|erfolg|livre|envoy|succes|consegn|inviat|riusc|sucess|dostarcz|basari|gonder|доставл|отправ|успе|成功|已发送|送信|배달|전송|성공|✓|✔|true|yes|si\b/
const TIMEOUT = /time.?out|timed|agotad|expir|delai|zeit|tiempo|timed?\b|3 ?s/
const BLANK = /^[\s\-–—/.]*$|^n\/?a$|^none$|^null$|^undefined$/

/** What a cell of the column «Webhook status» says. */
export function readClaim(cell: string): ReadClaim {
  const text = foldText(cell).trim()
  if (BLANK.test(text)) return { claim: 'none', cause: null }
  const status = /(?:^|\D)([1-5]\d\d)(?!\d)/.exec(text)?.[1]
  if (status !== undefined)
    return status.startsWith('2')
      ? { claim: 'sent', cause: null }
      : { claim: 'failed', cause: status }
  if (FAILED.test(text)) return { claim: 'failed', cause: TIMEOUT.test(text) ? 'timeout' : null }
  if (TIMEOUT.test(text)) return { claim: 'failed', cause: 'timeout' }
  return { claim: SENT.test(text) ? 'sent' : 'unclear', cause: null }
}
