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

/** Messages that one alert becomes at most. A body of 64 KB fits. */
export const MAX_PARTS = 20

const CUT_NOTICE =
  '✂ El mensaje era demasiado largo y aquí se cortó. Lo que llegó está entero en Pregonero, en «Historial de Alertas».'

/** Code units that are given up for the notice, more than it has. */
const NOTICE_ROOM = 200

/** Minutes of the longest late mark, for which there is room too. */
const LATEST = 99_999_999

/** The message, cut where its parts would be more than `MAX_PARTS`; the last one says so then. */
export function boundMessage(message: RichMessage): RichMessage {
  if (isOnePart(message)) return message
  let bounded = message
  // What is shorter may be split at other places, and be too long once more.
  for (let kept = message.text.length; ; ) {
    const end = endWithNotice(bounded)
    if (end === null) return bounded
    kept = Math.min(end, kept - 1)
    bounded = cutAt(message, kept)
  }
}

/** Whether `boundMessage` has cut it. */
export const wasCut = ({ text }: RichMessage): boolean => text.endsWith(CUT_NOTICE)

/** Certainly: one that is not may have more code units than code points. */
const isOnePart = ({ text, entities }: RichMessage): boolean =>
  text.length < MESSAGE_MAX_CODE_POINTS / 2 && entities.length <= MESSAGE_MAX_ENTITIES

/** How far the parts that may be sent reach, the notice in the last one; null when there are no more. */
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
