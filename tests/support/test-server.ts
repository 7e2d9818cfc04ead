import { startBotApi } from './bot-api/bot-api.ts'
import { freePort } from './free-port.ts'
import { emptyPlace, type TestPlace } from './test-place.ts'

/** Environment variables of a server started by tests. */
export type ServerEnv = Record<string, string> & { TELEGRAM_API_ROOT: string }

export type Start<Server> = (env: ServerEnv) => Promise<Server>

const SECRET_KEY = 'a secret key of thirty-two letters'

/**
 * A Pregonero on a free port, in its own place, with a Bot API double.
 * @param options.place where it keeps its data; an empty place by default
 * @param options.speed factor over real life for the double's limits
 */
export async function startTestServer<Server extends AsyncDisposable>(
  start: Start<Server>,
  { place: own, speed = 1 }: { place?: TestPlace; speed?: number } = {},
) {
  await using open = new AsyncDisposableStack()
  const { place } = open.use(own ?? (await emptyPlace()))
  const botApi = open.use(await startBotApi({ speed }))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: port,
    PUBLIC_URL: url,
    TELEGRAM_API_ROOT: botApi.root,
    LOG_LEVEL: 'silent',
    ...('dataDir' in place
      ? { DATA_DIR: place.dataDir }
      : { DATABASE_URL: place.databaseUrl, SECRET_KEY }),
  }
  let server = await start(env)
  open.defer(() => server[Symbol.asyncDispose]())
  const held = open.move()
  return {
    url,
    place,
    botApi,
    get server() {
      return server
    },
    /** Ends the server and starts it again on the same data. */
    async restart(end = (running: Server) => running[Symbol.asyncDispose]()): Promise<void> {
      await end(server)
      server = await start(env)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
