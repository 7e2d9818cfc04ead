/** Pregonero, killed just before it sends its second message. */
import { startApp } from '#server/app.ts'
import { readConfig } from '#server/base/config.ts'
import { createTelegram } from '#server/telegram/client.ts'
import type { Telegram } from '#server/telegram/telegram.ts'

const config = readConfig(process.env)
const telegram = createTelegram({ apiRoot: config.telegramApiRoot })
let sends = 0
const sendMessage: Telegram['sendMessage'] = (token, message) => {
  sends += 1
  if (sends === 2) process.kill(process.pid, 'SIGKILL')
  return telegram.sendMessage(token, message)
}
await startApp(config, { telegram: { ...telegram, sendMessage } })
process.stdout.write('está en marcha\n')
