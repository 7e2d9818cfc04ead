// @module-tag server
// @module-tag process
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type App, startApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/base/config.ts'
import { checkValue } from '#server/base/key-ring.ts'
import { createLog } from '#server/base/log.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { readKeysInUse } from '#server/store/rows/keys-in-use.ts'
import { readSealed, sealedColumns } from '#server/store/rows/sealed-columns.ts'
import { arrivedTexts } from '../support/arrivals.ts'
import { pacedDelays } from '../support/paced-delays.ts'
import { runRotateKey } from '../support/run-rotate-key.ts'
import { sqliteHere } from '../support/sqlite-here.ts'
import { PACE } from '../support/test-app.ts'
import { migratedPlace } from '../support/test-place.ts'
import { startTestServer } from '../support/test-server.ts'
import { apiOf, signIn, signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const [OLD, NEW, LOST] = ['o', 'n', 'l'].map(letter => letter.repeat(40)) as [
  string,
  string,
  string,
]

/** Starts a server whose key changes at its next start; `rotate` runs the command beside it. */
async function startStage() {
  let secretKey = OLD
  const stage = await startTestServer(
    async env => {
      const config: Config = readConfig({ ...env, SECRET_KEY: secretKey })
      const log = createLog({ level: 'silent' })
      const connectSqlite = sqliteHere()
      const app = await startApp(config, { log, delays: pacedDelays(PACE), connectSqlite })
      return { app, config, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
    },
    { place: await migratedPlace(), speed: PACE },
  )
  return {
    ...stage,
    get db(): App['db'] {
      return stage.server.app.db
    },
    restartUnder(key: string) {
      secretKey = key
      return stage.restart()
    },
    /** Runs the command beside the running server. */
    rotate(key: string): Promise<string> {
      const { config } = stage.server
      return runRotateKey({ ...config, secrets: { ...config.secrets, secretKey: key } })
    },
  }
}

let stage: Awaited<ReturnType<typeof startStage>>
beforeEach(async () => {
  stage = await startStage()
  onTestFinished(() => stage[Symbol.asyncDispose]())
})

it('keeps sessions used during the rotation, ends the others, loses no alert', async () => {
  const { botApi, url } = stage
  const trader = await signUp({ app: stage, url, secretKey: OLD })
  const connection = await trader.connect(botApi)
  const device = await signIn(url, trader.email)
  let alerts = 0
  const alertArrives = async () => {
    alerts += 1
    await postAlert(connection.webhookUrl, { text: `n${alerts}` })
    await botApi.waitFor(() => arrivedTexts(botApi).length === alerts)
  }
  await alertArrives()

  await stage.restartUnder(`${OLD},${NEW}`)
  expect((await trader.api.profile.read()).email).toBe(trader.email)
  await alertArrives()

  await stage.restartUnder(`${NEW},${OLD}`)
  expect(await readKeysInUse(stage.db)).toEqual([OLD, NEW].map(checkValue))
  const cookie = await cookieOfVisit(url, device)
  await trader.connect(botApi)
  await trader.api.chatLinks.create({ botToken: botApi.addBot().token })
  await alertArrives()

  const said = await stage.rotate(`${NEW},${OLD}`)
  expect(said).toMatch(/^Sellado de nuevo: 1 token de una conexión\.\nTodo está sellado/)
  expect(await stage.rotate(`${NEW},${OLD}`)).toMatch(/^No había nada que sellar de nuevo\./)
  expect(await readKeysInUse(stage.db)).toEqual([checkValue(NEW)])
  await alertArrives()

  await stage.restartUnder(NEW)
  await alertArrives()
  expect(await sealedUnder(NEW)).toBe(3)
  expect((await apiOf(url, cookie).profile.read()).email).toBe(trader.email)
  await expect(trader.api.profile.read()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('refuses to start without all keys in use', async () => {
  const refused = (key: string) => expect(stage.restartUnder(key)).rejects
  await stage.restartUnder(`${NEW},${OLD}`)
  for (const key of [OLD, NEW, `${NEW},${LOST}`])
    await refused(key).toThrow(/falta alguna: pon «nueva,anterior»/)
  await stage.restartUnder(`${OLD},${NEW}`)
  await stage.rotate(`${NEW},${OLD}`)
  await refused(OLD).toThrow(/^La clave secreta no es la de estos datos/)
  await stage.restartUnder(NEW)
  // Sealing with the older key again requires both keys again.
  await stage.restartUnder(`${OLD},${NEW}`)
  await refused(NEW).toThrow(/falta alguna/)
  await stage.restartUnder(`${OLD},${NEW}`)
})

it('refuses to rotate with one key, a key not started with, or a foreign key', async () => {
  await expect(stage.rotate(OLD)).rejects.toThrow(/tiene una sola clave\. Pon la nueva delante/)
  await expect(stage.rotate(`${NEW},${OLD}`)).rejects.toThrow(/aún no ha arrancado con la nueva/)
  await expect(stage.rotate(`${NEW},${LOST}`)).rejects.toThrow(/no es la de estos datos/)
})

it('keeps the older key in use while some value opens with no key', async () => {
  const { botApi, url } = stage
  const trader = await signUp({ app: stage, url, secretKey: OLD })
  const lost = await trader.connect(botApi)
  await trader.connect(botApi)
  await stage.db
    .updateTable('connections')
    .set({ telegram_bot_token: createSecretBox([LOST]).encrypt('1:lost') })
    .where('id', '=', lost.id)
    .execute()
  await stage.restartUnder(`${NEW},${OLD}`)
  await expect(stage.rotate(`${NEW},${OLD}`)).rejects.toThrow(
    /^Ninguna de las claves abre 1 token de una conexión: añade detrás la clave con la que se guardó/,
  )
  expect(await readKeysInUse(stage.db)).toEqual([OLD, NEW].map(checkValue))
  expect(await stage.rotate(`${NEW},${OLD},${LOST}`)).toMatch(/^Sellado de nuevo: 1 token/)
  expect(await sealedUnder(NEW)).toBe(2)
})

/** Cookie of the browser after a visit with this one. */
async function cookieOfVisit(url: string, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/profile`, { headers: { cookie } })
  const [set] = response.headers.getSetCookie()
  return set?.split(';')[0] ?? cookie
}

/** Number of sealed values. @throws if one does not open with this key alone */
async function sealedUnder(key: string): Promise<number> {
  const box = createSecretBox([key])
  const values = await Promise.all(
    sealedColumns.map(column => readSealed(stage.db, column, '', 100)),
  )
  return values.flat().map(({ sealed }) => box.decrypt(sealed)).length
}
