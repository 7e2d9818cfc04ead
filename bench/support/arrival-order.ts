import { alertNumbers } from './alert-request.ts'
import type { Posted } from './post-alerts.ts'

/**
 * Number of alerts that first arrived in their chat after an alert that was posted only once they
 * had been answered. Alerts posted at the same time may arrive in either order.
 */
export function outOfOrder(
  posted: readonly Posted[],
  messages: readonly { chatId: string; text: string }[],
): number {
  const known = new Map(posted.map(alert => [alert.number, alert]))
  const chats = Map.groupBy(messages, message => message.chatId)
  let found = 0
  for (const inChat of chats.values()) {
    let latest = Number.NEGATIVE_INFINITY
    for (const number of new Set(inChat.flatMap(({ text }) => alertNumbers(text)))) {
      const alert = known.get(number)
      if (!alert) continue
      if (alert.sentAt + alert.took < latest) found += 1
      latest = Math.max(latest, alert.sentAt)
    }
  }
  return found
}
