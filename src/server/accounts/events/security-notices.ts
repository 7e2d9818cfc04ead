import type { SeenBrowser } from '#server/accounts/seen-browser.ts'
import { clock } from '#server/base/clock.ts'
import { newOrderedId } from '#server/base/ids.ts'
import type { Log } from '#server/base/log.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { transaction } from '#server/store/engine/transaction.ts'
import { isFirstSignIn } from '#server/store/rows/account-events.ts'
import { type NewNotification, notify } from '#server/store/rows/notifications.ts'
import { browserWords } from '#shared/browser-words.ts'
import type { PlaceOf } from './places.ts'

/** Notifies accounts of browsers that may not be their owner's. Never throws, so that no request fails with it. */
export class SecurityNotices {
  readonly #db: Database
  readonly #placeOf: PlaceOf
  readonly #log: Log
  readonly #onNotified: (userId: string) => void

  constructor({
    db,
    placeOf,
    log,
    onNotified,
  }: {
    db: Database
    placeOf: PlaceOf
    log: Log
    onNotified: (userId: string) => void
  }) {
    this.#db = db
    this.#placeOf = placeOf
    this.#log = log
    this.#onNotified = onNotified
  }

  /** Reports a sign-in from an unknown browser, except the account's first sign-in. */
  newBrowser(browser: SeenBrowser): Promise<void> {
    return this.#notify(browser, 'new-browser', async () => {
      if (await isFirstSignIn(this.#db, browser.userId)) return null
      return {
        title: count =>
          count === 1
            ? 'Se inició sesión en un navegador nuevo'
            : `Se inició sesión ${count} veces en navegadores nuevos`,
        message: `${await this.#whereIs(browser)}. Si no fuiste tú, cambia la contraseña y cierra esa sesión.`,
      }
    })
  }

  /** Reports that a session ended because a browser showed a reference that another browser had replaced. */
  copiedSession(browser: SeenBrowser): Promise<void> {
    return this.#notify(browser, 'copied-session', async () => ({
      title: count =>
        count === 1
          ? 'Se cerró una sesión que pudo ser copiada'
          : `Se cerraron ${count} sesiones que pudieron ser copiadas`,
      message: `${await this.#whereIs(browser)} mostró una cookie de sesión que otro navegador ya había cambiado. Pasa al añadir Pregonero a la pantalla de inicio; si no es eso, cambia la contraseña.`,
    }))
  }

  /** @param textOf returns the notification's text; null sends no notification */
  async #notify(
    { userId }: SeenBrowser,
    repeatKey: string,
    textOf: () => Promise<Pick<NewNotification, 'title' | 'message'> | null>,
  ): Promise<void> {
    try {
      const text = await textOf()
      if (!text) return
      const now = clock.now()
      await transaction(this.#db, trx =>
        notify(trx, {
          ...text,
          id: newOrderedId(now),
          userId,
          type: 'warning',
          link: '/settings/security',
          repeatKey,
          count: 1,
          now,
        }),
      )
      this.#onNotified(userId)
    } catch (error) {
      this.#log.warn({ err: error, userId, notice: repeatKey }, 'an account could not be notified')
    }
  }

  /** «Firefox en Linux, España (80.58.61.250)». */
  async #whereIs({ userAgent, address }: SeenBrowser): Promise<string> {
    const place = (await this.#placeOf(address)) ?? 'lugar desconocido'
    return `${browserWords(userAgent).name}, ${place}${address ? ` (${address})` : ''}`
  }
}
