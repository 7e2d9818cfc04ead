import { graphemeStart } from '../graphemes.ts'
import { markLate } from './late-mark.ts'
import {
  joinMessages,
  outsideOfTimes,
  plainMessage,
  type RichMessage,
  sliceMessage,
  trimMessage,
} from './rich-message.ts'
import { MESSAGE_MAX_CODE_POINTS, MESSAGE_MAX_ENTITIES, partsFrom } from './split.ts'

/** Maximum number of messages per alert. A body of 64 KB fits. */
export const MAX_PARTS = 20

const CUT_NOTICE =
  '✂ El mensaje era demasiado largo y aquí se cortó. Lo que llegó está entero en Pregonero, en «Historial de Alertas».'

/** Code units reserved for the notice, which is shorter. */
const NOTICE_ROOM = 200

/** Minutes of the longest late mark, for which room is reserved too. */
const LATEST = 99_999_999

/** Cuts a message that would have more than `MAX_PARTS` parts, and ends it with a notice. */
export function boundMessage(message: RichMessage): RichMessage {
  if (isOnePart(message)) return message
  let bounded = message
  // The shorter message may be split at other places and have too many parts again.
  for (let kept = message.text.length; ; ) {
    const end = endWithNotice(bounded)
    if (end === null) return bounded
    kept = Math.min(end, kept - 1)
    bounded = cutAt(message, kept)
  }
}

/** Whether `boundMessage` has cut the message. */
export const wasCut = ({ text }: RichMessage): boolean => text.endsWith(CUT_NOTICE)

/** Quick check; true only if the message surely is one part: code units are at least as many as code points. */
const isOnePart = ({ text, entities }: RichMessage): boolean =>
  text.length < MESSAGE_MAX_CODE_POINTS / 2 && entities.length <= MESSAGE_MAX_ENTITIES

/** End of the text that can be sent with the notice in the last part; null if everything fits. */
function endWithNotice(message: RichMessage): number | null {
  const late = markLate(message, LATEST)
  const [before, last, another] = partsFrom(late, 0).drop(MAX_PARTS - 2)
  if (!before || !last || !another) return null
  const end = Math.min(last.end, before.end + MESSAGE_MAX_CODE_POINTS - NOTICE_ROOM)
  return end - (late.text.length - message.text.length)
}

function cutAt(message: RichMessage, position: number): RichMessage {
  const end = outsideOfTimes(message.entities, graphemeStart(message.text, position))
  const kept = sliceMessage(message, 0, end)
  return joinMessages([trimMessage(kept), plainMessage(CUT_NOTICE)], '\n\n')
}
