import type { Delivering } from '#server/deliver/delivering.ts'

/** @returns whether Telegram answers the bot, be it that it refuses; if so, its outage is over */
export async function askTelegram(
  botId: string,
  token: string,
  { telegram, traffic }: Pick<Delivering, 'telegram' | 'traffic'>,
): Promise<boolean> {
  const answer = await telegram.getMe(token)
  const isAnswered = answer.ok || answer.failure.kind !== 'no-answer'
  if (isAnswered) traffic.outage.answered(botId, performance.now())
  return isAnswered
}
