import { openStore } from '#server/store/open-store.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import { emptyFolder } from '../../support/test-place.ts'
import { type Start, startTestServer } from '../../support/test-server.ts'
import { signUp } from '../../support/trader.ts'
import { Line } from './line.ts'

export type Stage<Server extends AsyncDisposable = AsyncDisposable> = Awaited<
  ReturnType<typeof setStage<Server>>
>

/** A Pregonero in a folder of its own, a Bot API double, and a trader with an account. */
export async function setStage<Server extends AsyncDisposable>(start: Start<Server>) {
  await using open = new AsyncDisposableStack()
  const folder = await emptyFolder()
  const stage = open.use(await startTestServer(start, { place: folder }))
  const { url, botApi } = stage
  const { dataDir } = folder.place
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
      return stage.server
    },
    restart: stage.restart,
    openLine,
    async openLines(count: number, draft?: Partial<ConnectionDraft>): Promise<Line[]> {
      const opened: Line[] = []
      while (opened.length < count) opened.push(await openLine(draft))
      return opened
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function signUpBeside(dataDir: string, url: string) {
  await using store = await openStore({ dataDir })
  return await signUp({ app: store, url })
}
