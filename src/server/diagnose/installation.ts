/** Diagnosis for the operator: the machine and all accounts. */
import type { Config } from '#server/base/config.ts'
import { keyRingOf, ringFor } from '#server/base/key-ring.ts'
import type { LibraryVariable } from '#server/base/library-variables.ts'
import { createProof } from '#server/base/same-installation.ts'
import { readSecretKey } from '#server/base/secret-key.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { connectionsOfAll } from '#server/store/inspect/connections-to-check.ts'
import { openAsItIs } from '#server/store/inspect/open-as-it-is.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { readKeysInUse } from '#server/store/rows/keys-in-use.ts'
import type { Telegram } from '#server/telegram/telegram.ts'
import type { Finding, FindingGroup } from '#shared/model/diagnosis.ts'
import { isPrivate } from '#shared/tradingview/reach-trouble.ts'
import { type CheckedConnection, checkBots } from './bots.ts'
import { checkConfiguration } from './configuration.ts'
import { checkDatabase } from './database.ts'
import { checkFiles } from './files.ts'
import { inTime, unknown } from './finding.ts'
import { checkLostWebhooks } from './lost-webhooks.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkServer } from './server.ts'
import { checkClock, checkTelegram, clockOffset, simulatedDelivery } from './telegram.ts'

/** Milliseconds for each check; all run at once. */
const LIMIT = { short: 15_000, database: 50_000, bots: 45_000 }
/** Max connections that are read, over all accounts. */
const MOST_CONNECTIONS = 2_000

export type Installation = {
  config: Config
  mistakes: readonly string[]
  unknownNames: string | null
  ofLibraries: readonly LibraryVariable[]
  envFile: string | undefined
  telegram: Telegram
}

export async function diagnoseInstallation(installation: Installation): Promise<FindingGroup[]> {
  const { config, telegram } = installation
  const { dataDir, publicUrl, secrets } = config
  const place: StorePlace = secrets.databaseUrl ? { databaseUrl: secrets.databaseUrl } : { dataDir }
  const secretKey = keyOf(config)
  const asking = telegram.simulated ? null : checkTelegram(config.telegramApiRoot, secrets.proxy)
  const visiting = checkPublicAddress(
    publicUrl,
    secretKey ? createProof(keyRingOf(secretKey)) : undefined,
  )
  const groups: [title: string, Promise<Finding[]>[]][] = [
    [
      'Configuración',
      [
        inTime('Variables', LIMIT.short, async () => checkConfiguration(config, installation)),
        inTime('Servidor', LIMIT.short, () => checkServer(config)),
      ],
    ],
    [
      'Archivos',
      [
        inTime('Archivos', LIMIT.short, async () =>
          checkFiles({
            dataDir,
            envFile: installation.envFile,
            secretFiles: config.secretFiles,
            isInPostgres: 'databaseUrl' in place,
            keyFromEnv: secrets.secretKey,
          }),
        ),
      ],
    ],
    [
      'Base de datos',
      [inTime('Base de datos', LIMIT.database, () => checkDatabase(place, secretKey))],
    ],
    [
      'Reloj',
      [
        inTime('Reloj', LIMIT.short, async () => {
          const offset = (await asking)?.clockOffset ?? null
          // A private address would answer with this machine's own clock.
          if (offset !== null || isPrivate(new URL(publicUrl).hostname))
            return checkClock('Reloj', offset, 'Telegram')
          return checkClock('Reloj', clockOffset((await visiting).answer), publicUrl)
        }),
      ],
    ],
    [
      'Dirección pública',
      [
        inTime('Dirección pública', LIMIT.short, async () => (await visiting).findings),
        inTime('Webhooks', LIMIT.short, async () => {
          await using opened = await openAsItIs(place)
          return await checkLostWebhooks(
            opened,
            await connectionsOfAll(opened.db, MOST_CONNECTIONS),
          )
        }),
      ],
    ],
    [
      'Telegram',
      [
        asking
          ? inTime('Telegram', LIMIT.short, async () => (await asking).finding)
          : Promise.resolve([simulatedDelivery()]),
      ],
    ],
  ]
  if (!telegram.simulated)
    groups.push([
      'Bots y chats',
      [
        inTime('Bots', LIMIT.bots, async () => {
          if (!secretKey)
            return unknown('Bots', 'Sin la clave secreta no se pueden leer sus tokens.')
          return checkBots(telegram, await connectionsIn(place, secretKey))
        }),
      ],
    ])
  return Promise.all(
    groups.map(async ([title, checks]) => ({
      title,
      findings: (await Promise.all(checks)).flat(),
    })),
  )
}

/** Undefined if there is no key yet, or it can't be read, which `checkFiles` reports. */
function keyOf({ dataDir, secrets }: Config): string | undefined {
  try {
    return readSecretKey({ dataDir, fromEnv: secrets.secretKey })
  } catch {
    return undefined
  }
}

/** @throws StartError if their tokens are sealed with another key */
async function connectionsIn(place: StorePlace, secretKey: string): Promise<CheckedConnection[]> {
  await using opened = await openAsItIs(place)
  const secretBox = createSecretBox(ringFor(await readKeysInUse(opened.db), secretKey))
  const rows = await connectionsOfAll(opened.db, MOST_CONNECTIONS)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    token: secretBox.tryDecrypt(row.telegram_bot_token),
    chatId: row.telegram_chat_id,
    owner: row.owner,
  }))
}
