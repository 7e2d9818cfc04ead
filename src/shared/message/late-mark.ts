import { LATE_AFTER_MS } from '../limits.ts'
import { joinMessages, plainMessage, type RichMessage } from './rich-message.ts'

/** Whole minutes that an alert is late; null below `LATE_AFTER_MS`. */
export function lateMinutes(receivedAt: number, now: number): number | null {
  const waited = now - receivedAt
  return waited < LATE_AFTER_MS ? null : Math.floor(waited / 60_000)
}

/** The message with a first line that says how late it is. */
export function markLate(message: RichMessage, minutes: number | null): RichMessage {
  if (minutes === null) return message
  return joinMessages([plainMessage(`⏱ llegó ${minutes} min tarde`), message], '\n')
}
