/**
 * Lets a real Prometheus scrape a real Pregonero, and its `promtool` check the configuration, the alert
 * rules with their tests, and the metrics.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { openStore } from '#server/store/open-store.ts'
import { startChildServer } from '../support/child-server.ts'
import { freePort } from '../support/free-port.ts'
import { scraped } from '../support/scraped.ts'
import { startTestServer } from '../support/test-server.ts'
import { signUp } from '../support/trader.ts'
import { postAlert } from '../support/webhook.ts'

const TOKEN = 'a-token-of-some-letters'
const ALERTS = 20
const PATIENCE_MS = 30_000

const root = join(import.meta.dirname, '../..')
const deployed = (path: string) => join(root, 'deploy', path)
const say = (line: string) => void process.stdout.write(`${line}\n`)

const queried = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
})

const ruled = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), health: z.string(), state: z.string() })),
      }),
    ),
  }),
})

const panels = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
})

if (await isHere('promtool')) {
  await promtool('check', 'config', deployed('prometheus/prometheus.yml'))
  await promtool('test', 'rules', join(import.meta.dirname, 'alerts.test.yml'))
  await scrapeForReal()
} else
  say('Prometheus is not here: nothing was checked. On Debian and Ubuntu: apt install prometheus')

async function scrapeForReal(): Promise<void> {
  await using open = new AsyncDisposableStack()
  const stage = open.use(
    await startTestServer(env => startChildServer({ ...env, METRICS_TOKEN: TOKEN })),
  )
  await deliverSome(stage)
  const { text } = await scraped(stage.url, { authorization: `Bearer ${TOKEN}` })
  await promtool('check', 'metrics', { input: text })

  const prometheus = open.use(await startPrometheus(new URL(stage.url).host))
  const stored = 'pregonero_webhooks_total{job="pregonero",result="stored"}'
  await until(async () => (await prometheus.ask(stored))[0] === ALERTS)
  const delivered = 'pregonero_alerts_settled_total{outcome="delivered"}'
  await until(async () => (await prometheus.ask(delivered))[0] === ALERTS)
  say(`scraped: ${ALERTS} webhooks stored, ${ALERTS} alerts delivered`)

  const asked = expressions(JSON.parse(await readFile(deployed('grafana/pregonero.json'), 'utf8')))
  for (const expression of asked)
    await prometheus.ask(
      expression.replaceAll('$job', 'pregonero').replaceAll('$__rate_interval', '1m'),
    )
  say(`the dashboard: ${asked.length} queries answered`)
  await until(async () => (await prometheus.firing()) !== null)
  say(`the alert rules: evaluated, firing: ${(await prometheus.firing())?.join(', ') || 'none'}`)
}

async function deliverSome({
  url,
  place,
  botApi,
}: {
  url: string
  place: Parameters<typeof openStore>[0]
  botApi: Parameters<Awaited<ReturnType<typeof signUp>>['connect']>[0]
}): Promise<void> {
  await using store = await openStore(place)
  const trader = await signUp({ app: store, url } as Parameters<typeof signUp>[0])
  const { webhookUrl } = await trader.connect(botApi, { templateId: 'simple-alert' })
  for (let n = 0; n < ALERTS; n += 1) await postAlert(webhookUrl, { symbol: 'BTCUSDT', n })
}

/** Scrapes every second, with the alert rules and the configuration's own name of the job. */
async function startPrometheus(target: string) {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'))
  const config = (await readFile(deployed('prometheus/prometheus.yml'), 'utf8'))
    .replaceAll('15s', '1s')
    .replace('localhost:8080', target)
    .replace('- alerts.yml', `- ${deployed('prometheus/alerts.yml')}`)
    .replace('# authorization:', 'authorization:')
    .replace('#   credentials_file: /etc/prometheus/pregonero-token', '  credentials_file: token')
  await writeFile(join(folder, 'prometheus.yml'), config)
  await writeFile(join(folder, 'token'), TOKEN)
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const closed = once(child, 'close')
  const api = async (path: string) => await fetch(`http://${address}${path}`)
  await until(() =>
    api('/-/ready').then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    /** @returns the values of the matching series @throws Error on an invalid query */
    async ask(expression: string): Promise<number[]> {
      const answer = await api(`/api/v1/query?query=${encodeURIComponent(expression)}`)
      const { data } = queried.parse(await answer.json())
      return data.result.map(({ value }) => Number(value[1]))
    },
    /** The alerts that fire; null before every rule was evaluated. */
    async firing(): Promise<string[] | null> {
      const { data } = ruled.parse(await (await api('/api/v1/rules')).json())
      const rules = data.groups.flatMap(group => group.rules)
      if (rules.some(({ health }) => health === 'err')) throw new Error(JSON.stringify(rules))
      if (rules.some(({ health }) => health !== 'ok')) return null
      return rules.filter(({ state }) => state === 'firing').map(({ name }) => name)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function expressions(dashboard: unknown): string[] {
  return panels
    .parse(dashboard)
    .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

async function isHere(program: string): Promise<boolean> {
  return await promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  )
}

/** @throws Error with its output if it finds a fault */
async function promtool(...args: (string | { input: string })[]): Promise<void> {
  const words = args.filter(arg => typeof arg === 'string')
  const [{ input } = { input: '' }] = args.filter(arg => typeof arg !== 'string')
  const running = promisify(execFile)('promtool', words)
  running.child.stdin?.end(input)
  const { stdout, stderr } = await running
  // It reports doubtful metrics without failing.
  if (words[1] === 'metrics' && stdout + stderr !== '') throw new Error(stdout + stderr)
  say(`promtool ${words.slice(0, 2).join(' ')}: passed`)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`it is still not so: ${isSo}`)
    await pause(200)
  }
}
