import { clock } from '#server/base/clock.ts'
import { lostWebhooks } from '#server/store/inspect/lost-webhooks.ts'
import { quantity } from '#shared/format.ts'
import { DAY_MS } from '#shared/limits.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import type { CheckedConnection } from './bots.ts'
import { inTwo, wrong } from './finding.ts'

/** A finding for each connection and reason for which webhooks were refused for good in the last 24 hours. */
export async function checkLostWebhooks(
  reading: Parameters<typeof lostWebhooks>[0],
  connections: readonly Pick<CheckedConnection, 'id' | 'name' | 'owner'>[],
): Promise<Finding[]> {
  const byId = new Map(connections.map(connection => [connection.id, connection]))
  const lost = await lostWebhooks(reading, [...byId.keys()], clock.now() - DAY_MS)
  return lost.map(({ connectionId, message, count }) => {
    const { name = '', owner } = byId.get(connectionId) ?? {}
    const [detail, remedy] = inTwo(message)
    const times = `${quantity(count, 'vez', 'veces')} en las últimas 24 horas.`
    return {
      ...wrong(`Webhooks de «${name}»${owner ? ` (${owner})` : ''}`, `${detail} ${times}`, remedy),
      connectionId,
    }
  })
}
