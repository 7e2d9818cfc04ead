import { join } from 'node:path'
import { readWhatHolds, secretNames } from '#server/base/config.ts'
import { type Environment, readEnvFile, readEnvironment } from '#server/base/environment.ts'
import { StartError } from '#server/base/errors.ts'
import { libraryVariables } from '#server/base/library-variables.ts'
import { unknownVariables } from '#server/base/unknown-variables.ts'
import { diagnoseInstallation, type Installation } from '#server/diagnose/installation.ts'
import { createTelegram } from '#server/telegram/client.ts'
import { createSimulatedTelegram } from '#server/telegram/simulated.ts'
import { diagnosisSummary, type Finding, type FindingGroup } from '#shared/model/diagnosis.ts'
import { inOneLine, type RunAnyway } from './command.ts'

const TELEGRAM_TIMEOUT_MS = 6_000
const COLUMNS = 80

/** Runs every check of the installation. */
export const doctor: RunAnyway = async (folder, own) => {
  const groups = await diagnoseInstallation(readInstallation(folder, own))
  const isTrouble = groups.some(({ findings }) => findings.some(({ state }) => state === 'wrong'))
  return { said: `${groups.map(written).join('\n')}\n${diagnosisSummary(groups)}\n`, isTrouble }
}

function readInstallation(folder: string, own: Environment): Installation {
  const path = join(folder, '.env')
  const { env, inFile, unreadable } = readFileToo(folder, own)
  const { config, mistakes } = readWhatHolds(env)
  return {
    config,
    mistakes: [...unreadable, ...mistakes],
    unknownNames: unknownVariables(own, inFile),
    ofLibraries: libraryVariables(own),
    envFile: unreadable.length > 0 || secretNames.some(name => inFile[name]) ? path : undefined,
    telegram:
      config.delivery === 'simulated'
        ? createSimulatedTelegram()
        : createTelegram({
            apiRoot: config.telegramApiRoot,
            proxy: config.secrets.proxy,
            timeoutMs: TELEGRAM_TIMEOUT_MS,
          }),
  }
}

type Read = { env: Environment; inFile: Environment; unreadable: string[] }

function readFileToo(folder: string, own: Environment): Read {
  try {
    return { env: readEnvironment(folder, own), inFile: readEnvFile(folder), unreadable: [] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { env: own, inFile: {}, unreadable: [error.message] }
  }
}

const MARKS = { ok: '✓', wrong: '✗', unknown: '?' } as const

const written = ({ title, findings }: FindingGroup): string =>
  `${title}\n${findings.map(line).join('')}`

function line({ what, state, detail, remedy }: Finding): string {
  const said = wrapped(`  ${MARKS[state]} `, `${what}: ${detail}`)
  return remedy ? said + wrapped('    → ', remedy) : said
}

/** Wraps a text at 80 columns, indented below its beginning; a longer word gets a line of its own. */
function wrapped(beginning: string, text: string): string {
  const indent = ' '.repeat(beginning.length)
  const lines: string[] = []
  let current = ''
  for (const word of inOneLine(text).split(' ')) {
    const longer = current ? `${current} ${word}` : word
    if (current && beginning.length + longer.length > COLUMNS) {
      lines.push(current)
      current = word
    } else current = longer
  }
  lines.push(current)
  return lines.map((part, nth) => `${nth === 0 ? beginning : indent}${part}\n`).join('')
}
