import type { StorePlace } from '#server/store/open-store.ts'
import { startPregonero } from '../support/start-pregonero.ts'
import { startProcess } from '../support/start-process.ts'
import { type Contender, killTrees, type ProcessTree } from './contender.ts'

/** On SQLite, without its rate limits. */
export const pregonero: Contender = {
  name: 'Pregonero',
  async start({ apiRoot, routes }) {
    await using open = new AsyncDisposableStack()
    const first = open.use(await startPregonero({ apiRoot, routes, rateLimits: false }))
    let running: ProcessTree = first
    open.defer(() => killTrees([running]))
    const held = open.move()
    return {
      target: first.target,
      pids: () => [running.pid],
      kill: () => killTrees([running]),
      async restart() {
        running = await startProcess('unlimited-server', {
          ...dataDirOf(first.place),
          TELEGRAM_API_ROOT: apiRoot,
        })
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  },
}

const dataDirOf = (place: StorePlace): Record<string, string> =>
  'dataDir' in place ? { DATA_DIR: place.dataDir } : {}
