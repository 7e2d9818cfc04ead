import { startPostgres } from '../../tests/support/postgres.ts'
import { environmentOf, startPregonero } from '../support/start-pregonero.ts'
import { startProcess } from '../support/start-process.ts'
import { type Contender, killTrees, type ProcessTree } from './contender.ts'

/** Pregonero without its rate limits. */
export const pregonero = (database: 'SQLite' | 'PostgreSQL'): Contender => ({
  name: `Pregonero, ${database}`,
  async start({ apiRoot, routes }) {
    await using open = new AsyncDisposableStack()
    const postgres = database === 'PostgreSQL' ? open.use(await startPostgres()) : undefined
    const databaseUrl = await postgres?.createDatabase()
    const first = open.use(
      await startPregonero({
        apiRoot,
        routes,
        rateLimits: false,
        ...(databaseUrl && { databaseUrl }),
      }),
    )
    let server: ProcessTree = first
    const processes = () => (postgres ? [server, postgres] : [server])
    open.defer(() => killTrees([server]))
    const held = open.move()
    return {
      target: first.target,
      pids: () => processes().map(({ pid }) => pid),
      kill: () => killTrees(processes()),
      async restart() {
        await postgres?.start()
        server = await startProcess('unlimited-server', {
          ...environmentOf(first.place),
          TELEGRAM_API_ROOT: apiRoot,
        })
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  },
})
