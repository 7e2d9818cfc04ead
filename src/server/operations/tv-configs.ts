import { addDays, dayAt } from '#server/base/account-days.ts'
import { clock } from '#server/base/clock.ts'
import { newShortId } from '#server/base/ids.ts'
import { allTvConfigBytes, countOwn } from '#server/store/account/size.ts'
import { type Owner, ownerTransaction } from '#server/store/engine/owner.ts'
import { readConnection } from '#server/store/rows/connections.ts'
import { readProfile } from '#server/store/rows/profiles.ts'
import {
  countOtherConfigs,
  deleteTvConfig,
  expiryColumns,
  insertTvConfig,
  listTvConfigs,
  readTvConfig,
  renewTvConfig,
  type TvConfigRow,
  tvConfigColumns,
  updateTvConfig,
} from '#server/store/rows/tv-configs.ts'
import { MAX_CONNECTION_CONFIGS, MAX_OF_EACH, MAX_TV_CONFIG_BYTES } from '#shared/limits.ts'
import { type TvConfig, tvConfigBytes } from '#shared/model/tv-config.ts'
import { tvConfigTexts } from '#shared/texts/tv-configs.ts'
import { zoneOf } from '#shared/time-zone.ts'
import { configPayload } from '#shared/tradingview/generated-payload.ts'
import { byName } from './by-name.ts'
import { goneError, signedIn } from './callers.ts'

export function tvConfigOperations({ timeZone }: { timeZone: string }) {
  const zone = async (owner: Owner) => zoneOf((await readProfile(owner)).time_zone, timeZone)

  return {
    list: signedIn.tvConfigs.list.handler(async ({ context: { owner } }) =>
      (await listTvConfigs(owner)).sort(byName).map(asTvConfig),
    ),

    create: signedIn.tvConfigs.create.handler(async ({ context: { owner }, input, errors }) => {
      const id = newShortId()
      const when = { now: clock.now(), timeZone: await zone(owner) }
      await ownerTransaction(owner, async own => {
        if (!(await readConnection(own, input.connectionId))) throw errors.CONNECTION_UNKNOWN()
        if ((await countOtherConfigs(own, input.connectionId, id)) >= MAX_CONNECTION_CONFIGS)
          throw errors.TOO_MANY_CONFIGS()
        if ((await countOwn(own, 'tv_alert_configs')) >= MAX_OF_EACH)
          throw errors.TOO_MANY_CONFIGS({ message: tvConfigTexts.tooManyInAll })
        await insertTvConfig(own, id, input, when)
        if ((await allTvConfigBytes(own)) > MAX_TV_CONFIG_BYTES) throw errors.CONFIGS_TOO_LARGE()
      })
      return { id, ...input, expiresOn: input.expiresOn ?? null, version: 1 }
    }),

    read: signedIn.tvConfigs.read.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readTvConfig(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      return asTvConfig(row)
    }),

    update: signedIn.tvConfigs.update.handler(async ({ context: { owner }, input, errors }) => {
      const { id, version, ...draft } = input
      const change = {
        ...tvConfigColumns(draft),
        ...(draft.expiresOn !== undefined &&
          expiryColumns(draft.expiresOn, clock.now(), await zone(owner))),
      }
      const row = await ownerTransaction(owner, async own => {
        if (!(await readConnection(own, draft.connectionId))) throw errors.CONNECTION_UNKNOWN()
        const before = await readTvConfig(own, id)
        if (!before) throw errors.NOT_FOUND()
        if ((await countOtherConfigs(own, draft.connectionId, id)) >= MAX_CONNECTION_CONFIGS)
          throw errors.TOO_MANY_CONFIGS()
        if (!(await updateTvConfig(own, id, change, version))) throw errors.EDIT_CONFLICT()
        const isLonger = tvConfigBytes(draft) > tvConfigBytes(asTvConfig(before))
        if (isLonger && (await allTvConfigBytes(own)) > MAX_TV_CONFIG_BYTES)
          throw errors.CONFIGS_TOO_LARGE()
        const row = await readTvConfig(own, id)
        if (!row) throw goneError()
        return row
      })
      return asTvConfig(row)
    }),

    remove: signedIn.tvConfigs.remove.handler(async ({ context: { owner }, input, errors }) => {
      await ownerTransaction(owner, async own => {
        if (!(await deleteTvConfig(own, input.id))) throw errors.NOT_FOUND()
      })
    }),

    renew: signedIn.tvConfigs.renew.handler(async ({ context: { owner }, input, errors }) => {
      const { id, days, expiresOn } = input
      const now = clock.now()
      const ownZone = await zone(owner)
      const today = dayAt(now, ownZone)
      const row = await ownerTransaction(owner, async own => {
        const before = await readTvConfig(own, id)
        if (!before) throw errors.NOT_FOUND()
        if (before.expires_on === null) throw errors.NO_EXPIRY()
        if (expiresOn !== undefined && expiresOn !== before.expires_on) throw errors.EDIT_CONFLICT()
        const from = before.expires_on > today ? before.expires_on : today
        await renewTvConfig(own, id, expiryColumns(addDays(from, days), now, ownZone))
        return (await readTvConfig(own, id)) ?? before
      })
      return asTvConfig(row)
    }),

    payload: signedIn.tvConfigs.payload.handler(async ({ context: { owner }, input, errors }) => {
      const row = await readTvConfig(owner, input.id)
      if (!row) throw errors.NOT_FOUND()
      return configPayload(asTvConfig(row))
    }),
  }
}

export const asTvConfig = (row: TvConfigRow): TvConfig => ({
  id: row.id,
  name: row.name,
  connectionId: row.connection_id,
  templateFields: JSON.parse(row.template_fields),
  tradingViewConditionNotes: row.condition_notes,
  tradingViewFrequencyNotes: row.frequency_notes,
  expiresOn: row.expires_on,
  version: row.version,
})
