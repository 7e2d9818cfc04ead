import { deepEqual, equal, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Line } from '../faults/support/line.ts'
import { setStage } from '../faults/support/stage.ts'
import { startChildServer } from '../support/child-server.ts'
import { emptyFolder, type TestPlace } from '../support/test-place.ts'
import { apiOf, signIn, signUp } from '../support/trader.ts'
import { until } from '../support/until.ts'

/** Factor by which its delays run faster; on PostgreSQL also those of the leases. */
const PACE = { file: 1_000, database: 5 }
const MOST_TRIES = 3

export type FuzzStageOptions = {
  /** Longest time that an answer may take, in milliseconds. */
  slowestMs: number
  /** The server's timeout for Telegram, in milliseconds; by default that of production. */
  sendTimeoutMs?: number
  place?: TestPlace
}

export type FuzzStage = Awaited<ReturnType<typeof setFuzzStage>>

/**
 * A Pregonero in a separate process, an account that attacks it, and a neighbour whose known-good
 * alerts have to keep arriving.
 */
export async function setFuzzStage({ slowestMs, sendTimeoutMs, place }: FuzzStageOptions) {
  await using open = new AsyncDisposableStack()
  const stage = open.use(await setStage(asFuzzed(sendTimeoutMs), place ?? (await emptyFolder())))
  const { url, botApi, trader: neighbour } = stage
  const attacker = await stage.beside(db => signUp({ app: { db }, url }, 'luis'))
  const { id: templateId } = await attacker.api.templates.create({
    name: 'Alerta',
    content: '*{{alert}}*{{words}}',
  })
  const lines = [await stage.openLine({ groupBursts: false })]
  let slowest = 0

  /** A line of the attacker's own, whose known-good alerts have to arrive too. */
  async function openOwnLine() {
    const name = `K${lines.length}`
    const connection = await attacker.connect(botApi, { name, templateId, groupBursts: false })
    lines.push(new Line(name, connection))
    return connection
  }

  /**
   * Measures an answer. Repeats a request whose answer takes too long, since other work may share
   * the machine.
   * @throws Error if every answer takes too long
   */
  async function timely(what: string, ask: () => Promise<void>, atMost = slowestMs): Promise<void> {
    let quickest = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const begun = performance.now()
      await ask()
      quickest = Math.min(quickest, performance.now() - begun)
      if (quickest <= atMost) break
    }
    slowest = Math.max(slowest, quickest)
    ok(quickest <= atMost, `${what} took ${Math.round(quickest)} ms`)
  }

  const postKnownGood = () =>
    Promise.all(
      lines.map(line =>
        timely('a known-good alert', async () => {
          equal(await line.post(), 202, 'a known-good alert was not taken')
        }),
      ),
    )

  /** Waits until all known-good alerts have arrived, checks the log, and forgets messages and requests. */
  async function settle(): Promise<void> {
    for (const { chatId, acknowledged } of lines) {
      const expected = acknowledged.splice(0).map(({ alert }) => alert)
      const known = new Set(expected)
      const arrived = () =>
        botApi.messages.filter(m => m.chatId === chatId && known.has(m.text)).map(m => m.text)
      const first = () => [...new Set(arrived())]
      await until('known-good alerts have arrived', () => first().length === expected.length)
      deepEqual(first(), expected, 'known-good alerts arrived in another order')
      // After a short send timeout a message may arrive twice.
      if (!sendTimeoutMs) deepEqual(arrived(), expected, 'a known-good alert came twice')
    }
    await until('nothing waits', async () => (await waiting()) === 0)
    checkLog()
    botApi.forget()
  }

  async function waiting(): Promise<number> {
    const counts = await Promise.all(
      [neighbour.api, apiOf(url, attacker.cookie)].map(api =>
        api.alerts.list({ status: 'pending' }),
      ),
    )
    return counts.reduce((sum, { total }) => sum + total, 0)
  }

  function checkLog(): void {
    const bad = stage.server.lines.filter(line =>
      /"level":"(error|fatal)"|Unhandled|Error:/.test(line),
    )
    deepEqual(bad.slice(0, 3), [], 'the log tells of what should not happen')
    const secrets = stage.server.lines.filter(line => TOKEN.test(line))
    deepEqual(secrets.slice(0, 3), [], 'the log holds a bot token')
    stage.server.lines.length = 0
    process.kill(stage.server.pid, 0)
  }

  const held = open.move()
  return {
    url,
    botApi,
    neighbour,
    attacker,
    get slowestMs() {
      return slowest
    },
    openOwnLine,
    timely,
    postKnownGood,
    settle,
    /** Signs the attacker in again. */
    async signInAgain(): Promise<void> {
      attacker.cookie = await signIn(url, attacker.email)
      attacker.api = apiOf(url, attacker.cookie)
    },
    /** First five log lines above info since the last check. */
    lastLines: () => stage.server.lines.filter(line => !line.includes('"info"')).slice(0, 5),
    memory: () => residentMemory(stage.server.pid),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

const TOKEN = /\d{5,16}:[A-Za-z0-9_-]{30,}/

const asFuzzed = (sendTimeoutMs?: number) => (env: Record<string, string>) =>
  startChildServer(
    {
      ...env,
      LOG_LEVEL: 'info',
      PACE: String('DATABASE_URL' in env ? PACE.database : PACE.file),
      ...(sendTimeoutMs && { SEND_TIMEOUT_MS: String(sendTimeoutMs) }),
    },
    join(import.meta.dirname, '../faults/support/paced-server.ts'),
  )

/** Resident memory in MB. */
async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1_024
}
