import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '#server/base/config.ts'
import { keyFile, loadSecretKey } from '#server/base/secret-key.ts'
import { type Restored, restoreBackup } from '#server/store/backup/restore-backup.ts'
import { writeBackup } from '#server/store/backup/write-backup.ts'
import type { StorePlace } from '#server/store/open-store.ts'
import { plural, quantity } from '#shared/format.ts'
import { type CommandCall, CommandError } from './command.ts'
import { leftOut, listTables, showStep } from './tables.ts'

export async function backup({ operand, options, config, terminal }: CommandCall): Promise<string> {
  const secretKey = options['with-key'] ? installationsKey(config) : undefined
  const file = resolve(operand)
  const writing = writeBackup(
    { place: placeOf(config), file, secretKey },
    showStep(terminal),
    terminal,
  )
  const tables = await writing.finally(() => terminal.progress())
  return `Copia hecha, y comparada fila a fila, en ${file}:

${listTables(tables)}
${secretKey === undefined ? withoutKey(config) : WITH_KEY}
`
}

export async function restore({
  operand,
  options,
  config,
  terminal,
}: CommandCall): Promise<string> {
  const { dataDir, secrets } = config
  const restoring = restoreBackup(
    {
      file: operand,
      place: placeOf(config),
      dataDir,
      secretKey: secrets.secretKey,
      isForced: options.force === true,
    },
    showStep(terminal),
    terminal,
  )
  const restored = await restoring.finally(() => terminal.progress())
  return `Restaurado, y comparado fila a fila:

${listTables(restored.tables)}${leftOut(restored.foreign)}
${waited(restored.failed)}Las sesiones se han cerrado y los tokens de API ya no valen: cada uno vuelve a entrar con su contraseña.
${aboutKey(restored.key, config)}`
}

const placeOf = ({ dataDir, secrets }: Config): StorePlace =>
  secrets.databaseUrl ? { databaseUrl: secrets.databaseUrl } : { dataDir }

const waited = (alerts: number): string =>
  alerts === 0
    ? ''
    : `${quantity(alerts, 'alerta que esperaba ha', 'alertas que esperaban han')} fallado con «Restaurada de una copia»: mira en el chat si ${plural(alerts, 'llegó', 'llegaron')}, y si no, usa «Reenviar».\n`

function aboutKey({ is }: Restored['key'], { dataDir, secrets }: Config): string {
  if (is === 'same') return ''
  if (is === 'lost') return LOST
  return secrets.secretKey
    ? `SECRET_KEY no es la clave de la copia, que está en ${keyFile(resolve(dataDir))}: pon esa en SECRET_KEY antes de arrancar.\n`
    : `La clave de la copia está en ${keyFile(resolve(dataDir))}.\n`
}

const LOST = `La copia no llevaba su clave y los tokens de los bots se han perdido: las conexiones están desactivadas.
Pide a @BotFather el token de cada bot (/token), ponlo en sus conexiones y actívalas. Tampoco hay ya segundos
factores: cada uno entra con su contraseña, o con su llave de acceso, y vuelve a activar el suyo.
`

function installationsKey({ dataDir, secrets }: Config): string {
  if (!secrets.secretKey && !existsSync(keyFile(dataDir)))
    throw new CommandError(
      'No hay ninguna clave que copiar: ni en SECRET_KEY ni en el archivo secret.key de DATA_DIR.',
    )
  return loadSecretKey({ dataDir, fromEnv: secrets.secretKey })
}

const WITH_KEY =
  'Lleva la clave: quien tenga el archivo puede leer los tokens de los bots. Guárdalo bien.'

const withoutKey = ({ dataDir, secrets }: Config): string =>
  `No lleva la clave, sin la que nadie puede leer los tokens de los bots: guarda aparte ${
    secrets.secretKey ? 'la de SECRET_KEY' : `el archivo ${keyFile(resolve(dataDir))}`
  }.`
