import { clock } from '#server/base/clock.ts'
import { newConnectionId } from '#server/base/ids.ts'
import { ownerTransaction } from '#server/store/engine/owner.ts'
import {
  type AddressRow,
  insertAddress,
  lastUses,
  readAddresses,
  retireAddress,
} from '#server/store/rows/addresses.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import { MAX_ADDRESSES } from '#shared/limits.ts'
import type { Address } from '#shared/model/address.ts'
import { signedIn } from './callers.ts'
import { instant } from './instants.ts'

/** @param publicUrl public base URL of this installation */
export const webhookUrl = (publicUrl: string, address: string): string =>
  `${publicUrl}/webhooks/${address}`

export function addressOperations({ publicUrl }: { publicUrl: string }) {
  const asAddress = ({ id, created_at }: AddressRow, lastUse?: number): Address => ({
    id,
    webhookUrl: webhookUrl(publicUrl, id),
    createdAt: instant(created_at),
    lastUsedAt: lastUse === undefined ? null : instant(lastUse),
  })

  return {
    list: signedIn.addresses.list.handler(async ({ context: { reading }, input, errors }) => {
      const connection = await readConnection(reading, input.id)
      if (!connection) throw errors.NOT_FOUND()
      const rows = await readAddresses(reading, input.id)
      const uses = await lastUses(reading, connection, rows)
      return rows.map(row => asAddress(row, uses.get(row.id))).reverse()
    }),

    create: signedIn.addresses.create.handler(async ({ context: { owner }, input, errors }) => {
      const row = await ownerTransaction(owner, async own => {
        if (!(await readConnection(own, input.id))) throw errors.NOT_FOUND()
        const rows = await readAddresses(own, input.id)
        if (rows.length >= MAX_ADDRESSES) throw errors.TOO_MANY_ADDRESSES()
        // Later than all others even if the clock was set back.
        const created_at = Math.max(clock.now(), ...rows.map(row => row.created_at + 1))
        const row = { id: newConnectionId(), connection_id: input.id, created_at }
        await insertAddress(own, row)
        return row
      })
      return asAddress(row)
    }),

    remove: signedIn.addresses.remove.handler(async ({ context: { owner }, input, errors }) => {
      const { id: connection_id, address: id } = input
      await ownerTransaction(owner, async own => {
        const rows = await readAddresses(own, connection_id)
        if (!rows.some(row => row.id === id)) throw errors.NOT_FOUND()
        if (rows.length === 1) throw errors.LAST_ADDRESS()
        await retireAddress(own, { id, connection_id })
      })
    }),
  }
}
