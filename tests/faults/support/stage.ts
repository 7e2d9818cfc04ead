import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/store/open-store.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import { startBotApi } from '../../support/bot-api/bot-api.ts'
import { freePort } from '../../support/free-port.ts'
import { signUp } from '../../support/trader.ts'
import { Line } from './line.ts'
import type { Start } from './start-server.ts'

export type Stage<Server extends AsyncDisposable = AsyncDisposable> = Awaited<
  ReturnType<typeof setStage<Server>>
>

/** A Pregonero with data of its own, a Bot API double, and a trader with an account. */
export async function setStage<Server extends AsyncDisposable>(start: Start<Server>) {
  await using open = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'pregonero-'))
  open.defer(() => rm(dataDir, { recursive: true, force: true }))
  const botApi = open.use(await startBotApi())
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TELEGRAM_API_ROOT: botApi.root,
    LOG_LEVEL: 'silent',
  }
  let server = await start(env)
  open.defer(() => server[Symbol.asyncDispose]())
  const trader = await signUpBeside(dataDir, url)
  const { id: templateId } = await trader.api.templates.create({
    name: 'Alerta',
    content: '*{{alert}}*{{words}}',
  })
  const lines: Line[] = []

  /** A connection, to a private chat and by a bot of its own unless the draft says otherwise. */
  async function openLine(draft: Partial<ConnectionDraft> = {}): Promise<Line> {
    const name = `L${lines.length + 1}`
    const line = new Line(name, await trader.connect(botApi, { name, templateId, ...draft }))
    lines.push(line)
    return line
  }

  const held = open.move()
  return {
    url,
    dataDir,
    botApi,
    trader,
    /** Every line that was opened. */
    lines: lines as readonly Line[],
    get server() {
      return server
    },
    openLine,
    async openLines(count: number, draft?: Partial<ConnectionDraft>): Promise<Line[]> {
      const opened: Line[] = []
      while (opened.length < count) opened.push(await openLine(draft))
      return opened
    },
    /** Ends the server and starts it again on the same data. */
    async restart(end = (running: Server) => running[Symbol.asyncDispose]()): Promise<void> {
      await end(server)
      server = await start(env)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function signUpBeside(dataDir: string, url: string) {
  await using store = await openStore({ dataDir })
  return await signUp({ app: store, url })
}
