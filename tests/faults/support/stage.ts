import type { Database } from '#server/store/engine/schema.ts'
import { openStore, type Store, type StorePlace } from '#server/store/open-store.ts'
import type { ConnectionDraft } from '#shared/model/connection.ts'
import { migratedPlace, type TestPlace } from '../../support/test-place.ts'
import { type Start, startTestServer } from '../../support/test-server.ts'
import { signUp } from '../../support/trader.ts'
import { Line } from './line.ts'

export type Stage<Server extends AsyncDisposable = AsyncDisposable> = Awaited<
  ReturnType<typeof setStage<Server>>
>

/**
 * A Pregonero, a Bot API double, and a trader with an account.
 * @param own the store; by default a new migrated folder
 */
export async function setStage<Server extends AsyncDisposable>(
  start: Start<Server>,
  own?: TestPlace,
) {
  await using open = new AsyncDisposableStack()
  const stage = open.use(await startTestServer(start, { place: own ?? (await migratedPlace()) }))
  const { url, botApi, place } = stage
  const trader = await signUpBeside(place, url)
  const { id: templateId } = await trader.api.templates.create({
    name: 'Alerta',
    content: '*{{alert}}*{{words}}',
    buttons: [
      [
        { kind: 'copy', text: 'Copiar', value: '{{alert}}' },
        { kind: 'chart', text: 'Gráfico' },
      ],
    ],
  })
  const lines: Line[] = []

  /** A connection, by default with a new bot to a private chat. */
  async function openLine(draft: Partial<ConnectionDraft> = {}): Promise<Line> {
    const name = `L${lines.length + 1}`
    const line = new Line(name, await trader.connect(botApi, { name, templateId, ...draft }))
    lines.push(line)
    return line
  }

  const held = open.move()
  return {
    url,
    /** Empty on PostgreSQL. */
    dataDir: 'dataDir' in place ? place.dataDir : '',
    botApi,
    trader,
    /** Every line that was opened. */
    lines: lines as readonly Line[],
    get server() {
      return stage.server
    },
    restart: stage.restart,
    openLine,
    /** Runs `work` on the database alongside the server. */
    async beside<T>(work: (db: Database, store: Store) => Promise<T>): Promise<T> {
      await using store = await openStore(place)
      return await work(store.db, store)
    },
    async openLines(count: number, draft?: Partial<ConnectionDraft>): Promise<Line[]> {
      const opened: Line[] = []
      while (opened.length < count) opened.push(await openLine(draft))
      return opened
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function signUpBeside(place: StorePlace, url: string) {
  await using store = await openStore(place)
  return await signUp({ app: store, url })
}
