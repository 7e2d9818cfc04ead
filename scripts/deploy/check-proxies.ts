import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { signUp } from '../../tests/support/trader.ts'

type Ports = { http: number; https: number; pregonero: number }
/** Writes a configuration into a folder with `cert.pem` and `key.pem`. @returns the command that serves it */
type Prepare = (folder: string, ports: Ports) => string[]

const DOMAIN = 'localhost'
const PATIENCE_MS = 15_000

export const checkCaddy = () =>
  checkProxy((folder, { http, https, pregonero }) => {
    const config = readFileSync('deploy/Caddyfile', 'utf8')
      .replaceAll('{$DOMAIN}', DOMAIN)
      .replace(/\{\$PREGONERO:[^}]*\}/, `127.0.0.1:${pregonero}`)
      .replace(
        `https://${DOMAIN} {`,
        `https://${DOMAIN} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
      )
    // Without HTTP/3: `freePort` reserves a port by its UDP port.
    const settings = [
      'admin off',
      `http_port ${http}`,
      `https_port ${https}`,
      'servers {\n\tprotocols h1 h2\n}',
    ]
    const ports = `{\n${settings.join('\n')}\n}\n`
    const path = join(folder, 'Caddyfile')
    writeFileSync(path, ports + config)
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', path], {
      stdio: 'pipe',
    })
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', path]
  })

export const checkNginx = () =>
  checkProxy((folder, { http, https, pregonero }) => {
    const proxyPath = join(folder, 'pregonero-proxy.conf')
    writeFileSync(proxyPath, readFileSync('deploy/nginx-proxy.conf'))
    const site = readFileSync('deploy/nginx.conf', 'utf8')
      .replaceAll('avisos.ejemplo.com', DOMAIN)
      .replaceAll('/etc/nginx/pregonero-proxy.conf', proxyPath)
      .replaceAll(/listen \[::\]:.*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      .replace('127.0.0.1:8080', `127.0.0.1:${pregonero}`)
      .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map(name => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    const path = join(folder, 'nginx.conf')
    writeFileSync(
      path,
      `user root;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    )
    execFileSync('nginx', ['-t', '-q', '-c', path], { stdio: 'pipe' })
    return ['nginx', '-c', path, '-g', 'daemon off;']
  })

/** Sends requests like TradingView and a browser to a real Pregonero behind a real proxy with its own certificate. */
async function checkProxy(prepare: Prepare): Promise<string> {
  await using open = new AsyncDisposableStack()
  const { path: folder } = open.use(await mkdtempDisposable(join(tmpdir(), 'pregonero-proxy-')))
  const ports = { http: await freePort(), https: await freePort(), pregonero: await freePort() }
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${DOMAIN} -keyout ${folder}/key.pem -out ${folder}/cert.pem`.split(
      ' ',
    ),
    { stdio: 'pipe' },
  )
  const config = readConfig({
    PORT: String(ports.pregonero),
    PUBLIC_URL: `https://${DOMAIN}:${ports.https}`,
    DATA_DIR: join(folder, 'data'),
    DELIVERY: 'simulated',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
  })
  const app = open.use(await startApp(config))
  const trader = await signUp({ app, url: `http://127.0.0.1:${ports.pregonero}` })
  const { id } = await trader.api.connections.create({
    name: 'Oro H1',
    templateId: 'default-signal',
    telegramBotToken: `123456789:${'A'.repeat(35)}`,
    telegramChatId: '123456',
  })

  const [program = '', ...args] = prepare(folder, ports)
  const proxy = spawn(program, args, { stdio: 'ignore' })
  open.defer(async () => {
    const ended = once(proxy, 'exit')
    if (proxy.kill('SIGTERM')) await ended
  })
  const secure = (path: string, ask: Asking = {}) => sendTo(true, ports.https, path, ask)
  const plain = (path: string, ask: Asking = {}) => sendTo(false, ports.http, path, ask)
  const began = performance.now()
  while (!(await secure('/readyz').catch(() => null)))
    if (performance.now() - began < PATIENCE_MS) await wait(20)
    else throw new Error('it did not start')

  const webhook = `/webhooks/${id}`
  const forged = { 'x-forwarded-for': '6.6.6.6' }
  expectStatus(
    'a webhook',
    202,
    await secure(webhook, { body: '{"symbol":"BTC"}', headers: forged }),
  )
  expectStatus('a webhook over http', 202, await plain(webhook, { body: '{"symbol":"BTC"}' }))
  const copied = [`/${webhook}/`, `/Webhooks/${id}%20`, `/webhook/${id}.`]
  for (const path of copied)
    for (const ask of [secure, plain])
      expectStatus(path.replace(id, 'ID'), 202, await ask(path, { body: '{"symbol":"ETH"}' }))
  for (const ask of [secure, plain])
    expectStatus(
      'a page that is posted to',
      404,
      await ask(`/connections/${id}/panel`, { body: 'a' }),
    )
  expectStatus('a call over http', 301, await plain('/api/alerts/resend', { body: '{}' }))
  expectStatus('a page over http', 301, await plain('/login'))
  expectStatus('GET of a webhook', 405, await secure(webhook))
  expectStatus('64 KB', 202, await secure(webhook, { body: 'a'.repeat(65_536) }))
  expectStatus('one byte more', 413, await secure(webhook, { body: 'a'.repeat(65_537) }))
  expectStatus('5 MB', 413, await secure(webhook, { body: 'a'.repeat(5_000_000) }))
  const { items } = await trader.api.alerts.list({ search: '"BTC"' })
  const senders = [...new Set(items.map(({ receivedFrom }) => receivedFrom))]
  if (senders.join() !== '127.0.0.1') throw new Error(`a webhook came from ${senders.join()}`)
  const { headers } = await secure('/')
  for (const name of ['content-security-policy', 'strict-transport-security', 'x-frame-options'])
    if (headers[name] === undefined || String(headers[name]).includes(', '))
      throw new Error(`${name}: ${headers[name]}`)
  const delay = await delayOfStream(ports.https, trader.cookie, () =>
    secure(webhook, { body: '{"symbol":"BTC"}' }),
  )
  return `webhooks by https and http, sizes, sender, headers; a change is told after ${delay} ms`
}

type Asking = { body?: string; headers?: Record<string, string> }
type Answer = { status: number; headers: IncomingHttpHeaders }

function sendTo(isSecure: boolean, port: number, path: string, { body, headers }: Asking) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = isSecure ? tlsRequest : plainRequest
  const options = {
    ...{ host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST' },
    ...{ rejectUnauthorized: false, servername: DOMAIN, agent: false },
    headers: { host: `${DOMAIN}:${port}`, ...headers },
  }
  request(options, answer => {
    answer
      .resume()
      .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
  })
    .on('error', reject)
    .end(body)
  return promise
}

function expectStatus(what: string, wanted: number, { status }: Answer): void {
  if (status !== wanted) throw new Error(`${what} got ${status}, not ${wanted}`)
}

/** @returns milliseconds from a webhook to its event on the stream */
async function delayOfStream(port: number, cookie: string, send: () => Promise<Answer>) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let sent = 0
  const headers = { host: `${DOMAIN}:${port}`, cookie: `__Host-${cookie}` }
  const options = { host: '127.0.0.1', port, path: '/api/events', headers }
  const stream = tlsRequest(
    { ...options, rejectUnauthorized: false, servername: DOMAIN },
    answer => {
      answer.on('data', chunk => {
        if (sent > 0 && String(chunk).includes('event: message'))
          resolve(Math.round(performance.now() - sent))
        else if (sent === 0) {
          sent = performance.now()
          send().catch(reject)
        }
      })
    },
  )
  stream.on('error', reject).end()
  const late = AbortSignal.timeout(PATIENCE_MS)
  late.addEventListener('abort', () => reject(new Error('the stream tells nothing')))
  return promise.finally(() => stream.destroy())
}
