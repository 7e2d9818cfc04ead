/** Diagnosis for an account: whether its webhooks can arrive and its alerts leave. Reveals no facts of the machine. */
import { clock } from '#server/base/clock.ts'
import type { Prove } from '#server/base/same-installation.ts'
import type { SecretBox } from '#server/base/secrets.ts'
import type { Owner } from '#server/store/engine/owner.ts'
import { connectionsOfOwner } from '#server/store/inspect/connections-to-check.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import { MAX_OF_EACH } from '#shared/limits.ts'
import type { Finding, FindingGroup } from '#shared/model/diagnosis.ts'
import { checkBots } from './bots.ts'
import { inTime } from './finding.ts'
import { checkLostWebhooks } from './lost-webhooks.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkTelegram, simulatedDelivery } from './telegram.ts'

/** Milliseconds; a browser gives up after a minute. */
const LIMIT = { short: 12_000, bots: 40_000 }
/** Milliseconds for which all accounts share the checks that are the same for everyone. */
const GOOD_FOR_MS = 10_000

export type AccountTools = {
  telegram: Telegram
  telegramApiRoot: string
  proxy: string | undefined
  publicUrl: string
  prove: Prove
  secretBox: SecretBox
}

export function createAccountDiagnosis(
  tools: AccountTools,
): (owner: Owner) => Promise<FindingGroup[]> {
  const { telegram, secretBox } = tools
  const address = remembered(() =>
    inTime('Dirección pública', LIMIT.short, async () => {
      const { findings } = await checkPublicAddress(tools.publicUrl, tools.prove)
      return findings
    }),
  )
  const reach = remembered(() =>
    inTime(
      'Telegram',
      LIMIT.short,
      async () => (await checkTelegram(tools.telegramApiRoot, tools.proxy)).finding,
    ),
  )
  const bots = (owner: Owner): Promise<Finding[]> =>
    inTime('Bots', LIMIT.bots, async () => {
      const rows = await connectionsOfOwner(owner, MAX_OF_EACH)
      const connections = rows.map(row => ({
        id: row.id,
        name: row.name,
        token: secretBox.tryDecrypt(row.telegram_bot_token),
        chatId: row.telegram_chat_id,
      }))
      return checkBots(telegram, connections)
    })

  const lost = (owner: Owner): Promise<Finding[]> =>
    inTime('Webhooks', LIMIT.short, async () =>
      checkLostWebhooks(owner, await connectionsOfOwner(owner, MAX_OF_EACH)),
    )

  return async owner => {
    const [ofAddress, ofLost, ofTelegram, ofBots] = await Promise.all([
      address(),
      lost(owner),
      telegram.simulated ? [simulatedDelivery()] : reach(),
      telegram.simulated ? [] : bots(owner),
    ])
    return [
      { title: 'Dirección pública', findings: [...ofAddress, ...ofLost] },
      { title: 'Telegram', findings: ofTelegram },
      ...(telegram.simulated ? [] : [{ title: 'Bots y chats', findings: ofBots }]),
    ]
  }
}

function remembered<T>(find: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; found: Promise<T> } | undefined
  return () => {
    const now = clock.monotonic()
    if (!latest || now - latest.at > GOOD_FOR_MS) latest = { at: now, found: find() }
    return latest.found
  }
}
