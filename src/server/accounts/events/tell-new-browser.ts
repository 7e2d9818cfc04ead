import type { NewBrowser } from '#server/accounts/known-browsers.ts'
import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { isFirstSignIn } from '#server/store/rows/account-events.ts'
import { notify } from '#server/store/rows/notifications.ts'
import { browserWords } from '#shared/browser-words.ts'
import type { PlaceOf } from './places.ts'

/**
 * Notifies an account that it was signed in in a browser that was not known, unless it has never been
 * signed in before. Never fails: no sign-in fails with it.
 */
export async function tellNewBrowser(
  { userId, userAgent, address }: NewBrowser,
  {
    db,
    placeOf,
    log,
    onNotified,
  }: { db: Database; placeOf: PlaceOf; log: Log; onNotified: (userId: string) => void },
): Promise<void> {
  try {
    if (await isFirstSignIn(db, userId)) return
    const place = (await placeOf(address)) ?? 'lugar desconocido'
    const where = `${browserWords(userAgent).name}, ${place}${address ? ` (${address})` : ''}.`
    const now = clock.now()
    await transaction(db, trx =>
      notify(trx, {
        id: newOrderedId(now),
        userId,
        title: count =>
          count === 1
            ? 'Se inició sesión en un navegador nuevo'
            : `Se inició sesión ${count} veces en navegadores nuevos`,
        message: `${where} Si no fuiste tú, cambia la contraseña y cierra esa sesión.`,
        type: 'warning',
        link: '/settings/security',
        repeatKey: 'new-browser',
        count: 1,
        now,
      }),
    )
    onNotified(userId)
  } catch (error) {
    log.warn({ err: error, userId }, 'an account could not be told of a new browser')
  }
}
