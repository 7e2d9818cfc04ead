import { type App, startApp } from './app.ts'
import { StoreAwayError } from './store/engine/store-errors.ts'

/**
 * Starts from the beginning each time the database goes away during the start.
 * @param onAway called before each new start; an error that it throws ends the attempts
 */
export async function startDespiteAway(
  onAway: (error: StoreAwayError) => void,
  ...args: Parameters<typeof startApp>
): Promise<App> {
  for (;;)
    try {
      return await startApp(...args)
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error
      onAway(error)
    }
}
