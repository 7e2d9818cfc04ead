import { z } from 'zod'
import { idSchema } from '../model/id.ts'
import {
  alarmSchema,
  silencePeriods,
  watchedAlertDetailSchema,
  watchedAlertSchema,
  watchListSchema,
  watchSettingsPatchSchema,
  watchSettingsSchema,
  watchSummarySchema,
  watchTexts,
} from '../model/watch.ts'
import { notFound, signedIn } from './calls.ts'

const byId = z.object({ id: idSchema })

/** The account's watched alerts, at most 1,000, most urgent state first, then by name. */
const list = signedIn.route({ method: 'GET', path: '/watch' }).output(watchListSchema)

const read = signedIn
  .route({ method: 'GET', path: '/watch/{id}' })
  .input(byId)
  .output(watchedAlertDetailSchema)
  .errors(notFound)

/** Counts of the states that need attention. */
const summary = signedIn.route({ method: 'GET', path: '/watch-summary' }).output(watchSummarySchema)

/** Suppresses an alert's alarms, but keeps judging it; `none` ends the silence. */
const silence = signedIn
  .route({ method: 'POST', path: '/watch/{id}/silence' })
  .meta({ changes: ['watch'] })
  .input(byId.extend({ period: z.enum(silencePeriods) }))
  .output(watchedAlertSchema)
  .errors(notFound)

/** «Era normal»: marks an alarm of its fall as false and learns from it. Once per alarm. */
const wasNormal = signedIn
  .route({ method: 'POST', path: '/watch/{id}/was-normal' })
  .meta({ changes: ['watch'] })
  .input(byId.extend({ alarmId: idSchema }))
  .output(watchedAlertSchema)
  .errors({ ...notFound, NOT_A_FALL: { status: 409, message: watchTexts.notAFall } })

/** Stops watching an alert that was deleted in TradingView. If it fires again, its history begins anew. */
const remove = signedIn
  .route({ method: 'DELETE', path: '/watch/{id}', successStatus: 204 })
  .meta({ changes: ['watch'] })
  .input(byId)
  .errors(notFound)

/** The last 200 alarms, newest first. */
const alarms = signedIn.route({ method: 'GET', path: '/watch-alarms' }).output(z.array(alarmSchema))

const settings = signedIn
  .route({ method: 'GET', path: '/watch-settings' })
  .output(watchSettingsSchema)

const updateSettings = signedIn
  .route({ method: 'PATCH', path: '/watch-settings' })
  .meta({ changes: ['watch'] })
  .input(watchSettingsPatchSchema)
  .output(watchSettingsSchema)
  .errors({ CONNECTION_UNKNOWN: { status: 409, message: watchTexts.connectionGone } })

/** Sends a test message the way alarms are sent. Its outcome appears among the alarms. */
const test = signedIn
  .route({ method: 'POST', path: '/watch-settings/test' })
  .meta({ changes: ['watch'] })
  .output(alarmSchema)
  .errors({ NO_CONNECTION: { status: 409, message: watchTexts.noConnection } })

export const watch = {
  list,
  read,
  summary,
  silence,
  wasNormal,
  remove,
  alarms,
  settings,
  updateSettings,
  test,
}
