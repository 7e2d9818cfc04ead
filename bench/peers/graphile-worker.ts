import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { bareTarget } from '../support/start-pregonero.ts'
import { type Contender, startInFolder } from './contender.ts'
import { startPeerProcess } from './peer-process.ts'

/** @param packages folder in which the peers are installed */
export const graphileWorker = (packages: string): Contender => ({
  name: 'graphile-worker, PostgreSQL',
  async start({ apiRoot, routes }) {
    await using open = new AsyncDisposableStack()
    const postgres = open.use(await startPostgres())
    const databaseUrl = await postgres.createDatabase()
    let hasRun = false
    const running = open.use(
      await startInFolder(
        async folder => {
          if (hasRun) await postgres.start()
          hasRun = true
          const port = await freePort()
          const relay = await startPeerProcess(
            process.execPath,
            [join(packages, 'graphile-relay.mjs')],
            {
              cwd: folder,
              env: { PORT: `${port}`, DATABASE_URL: databaseUrl, TELEGRAM_API_ROOT: apiRoot },
              ready: 'ready',
            },
          )
          return { processes: [relay, postgres], port }
        },
        port => bareTarget(port, routes),
      ),
    )
    const held = open.move()
    return { ...running, [Symbol.asyncDispose]: () => held.disposeAsync() }
  },
})
