// @module-tag server
// @module-tag process
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '../support/test-app.ts'
import { PASSWORD, signUp } from '../support/trader.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Commands of the page with their documented output. */
const examples = [...page.matchAll(/```sh\n([^`]+)```\n\n```(\w*)\n([^`]+)```/g)].map(
  ([, command = '', kind = '', printed = '']) => ({ command, kind, printed: printed.trim() }),
)

/** Marks fields that the page omits. */
const MORE = '…'

/** Fields that differ each time; later commands use their real values. */
const volatile =
  /^(id|alertId|userId|connectionId|addressId|webhookUrl|telegramBotTokenTail|messageIds|updatedAt|createdAt|timestamp|asOf|\w+At|deliveredInMs|receivedFrom)$/

it.skipIf(!hasCurl)('docs/api.md shows the real output of its commands', async () => {
  await using stage = await startTestApp()
  const trader = await signUp(stage)
  const draft = { name: 'Programa', scope: 'all', expiresAt: null } as const
  const { token } = await trader.api.tokens.create(draft)
  const bot = stage.botApi.addBot()
  stage.botApi.addChat({ id: -1001234567890, type: 'supergroup' })
  const folder = mkdtempSync(join(tmpdir(), 'pregonero-api-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const values = new Map([
    ['http://localhost:8080', stage.url],
    ['marta@example.com', trader.email],
    ['una contraseña larga', PASSWORD],
    ['pgn_2n9kQ7v0XcJw4TzR8sYd1LhG6bMf3PaE5uViKoWtBxN4mSe7r', token],
    ['123456789:AAE_your_bots_token_from_BotFather0', bot.token],
  ])
  const now = (text: string) =>
    [...values].reduce((changed, [shown, real]) => changed.replaceAll(shown, real), text)
  const run = async (command: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-ec', now(command)], { cwd: folder })
    return stdout.trim()
  }

  expect(examples).toHaveLength(page.split('```sh\n').length - 1)
  for (const { command, kind, printed } of examples) {
    const check = async () => {
      const answer = await run(command)
      if (kind !== 'json') return expect(masked(answer)).toBe(masked(now(printed)))
      return compare(JSON.parse(printed), JSON.parse(answer))
    }
    // Retry reading commands: the alert may still be on its way to the chat.
    if (/ -(X|d) /.test(command)) await check()
    else await vi.waitFor(check, 120_000)
  }

  function compare(shown: unknown, real: unknown, name = ''): void {
    if (typeof shown === 'object' && shown !== null && typeof real === 'object' && real !== null) {
      const { [MORE]: more, ...fields } = shown as Record<string, unknown>
      if (more === undefined) expect(Object.keys(real), name).toEqual(Object.keys(fields))
      for (const [key, value] of Object.entries(fields))
        compare(value, real[key as keyof typeof real], Array.isArray(shown) ? name : key)
    } else if (volatile.test(name)) {
      expect(typeof real, name).toBe(typeof shown)
      if (typeof shown === 'string') values.set(shown, String(real))
    } else expect(real, name).toEqual(typeof shown === 'string' ? now(shown) : shown)
  }
})

/** Masks timestamps and drops carriage returns. */
const masked = (text: string) =>
  text.replaceAll('\r', '').replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '#')
