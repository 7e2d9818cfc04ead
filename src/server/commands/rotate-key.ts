import { resolve } from 'node:path'
import { checkValue, type KeyRing, keyRingOf, ringFor } from '#server/base/key-ring.ts'
import {
  keepKeyAside,
  keyFile,
  newKey,
  readSecretKey,
  replaceSecretKey,
} from '#server/base/secret-key.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { lockedTransaction } from '#server/store/engine/transaction.ts'
import type { Store } from '#server/store/open-store.ts'
import { forgetOlderKeys, readKeysInUse } from '#server/store/rows/keys-in-use.ts'
import { type SealedAnew, sealAnew } from '#server/store/rows/seal-anew.ts'
import { formatList, plural, quantity } from '#shared/format.ts'
import { type CommandCall, CommandError } from './command.ts'

/**
 * Seals everything with the first key. If the key is in `secret.key` and is the only one, puts a new key
 * before it instead; the next run seals with that. `retire` removes the older keys from the file.
 */
export async function rotateKey({ db }: Store, call: CommandCall): Promise<string> {
  const { config, options, terminal } = call
  const dataDir = resolve(config.dataDir)
  const fromEnv = config.secrets.secretKey
  const secretKey = readSecretKey({ dataDir, fromEnv })
  if (secretKey === undefined)
    throw new CommandError('Aún no hay ninguna clave que cambiar: se hace al primer arranque.')
  if (options.retire && fromEnv)
    throw new CommandError('La clave está en SECRET_KEY: quita de ahí la anterior y reinicia.')
  const inUse = await readKeysInUse(db)
  const ring = ringFor(inUse, secretKey)
  if (ring.length === 1) {
    refuseAlone(ring[0], call)
    return await makeKey(db, dataDir)
  }
  if (!inUse.includes(checkValue(ring[0])))
    throw new CommandError(
      'Pregonero aún no ha arrancado con la nueva delante: reinícialo, todos sus procesos, y repite la orden.',
    )
  const sealed = await sealAnew(db, createSecretBox(ring), ({ title: [, many] }, count) =>
    terminal.progress(`Sella: ${many}, ${count}`),
  ).finally(() => terminal.progress())
  refuseUnopened(sealed)
  await forgetOlderKeys(db, secretKey)
  const done = `${whatWasSealed(sealed)}\nTodo está sellado con la primera clave.\n`
  if (options.retire) return done + (await retire(db, dataDir))
  if (!fromEnv) return `${done}\n${NEEDED_BY}\n${RETIRE}\n`
  // If a single key is in use, the second one may be the older key, or a future one.
  return `${done}\n${inUse.length === 1 ? NOT_IN_USE : ''}${NEEDED_BY}\n${TAKE_OUT}\n`
}

/** @throws CommandError if no second key can be added to this one */
function refuseAlone(key: string, { config, options }: CommandCall): void {
  if (options.retire) throw new CommandError(NONE_TO_RETIRE)
  if (key.includes(','))
    throw new CommandError('La clave lleva una coma, y por eso no puede ir detrás de otra.')
  if (config.secrets.secretKey) throw new CommandError(ONE_KEY)
}

async function makeKey(db: Database, dataDir: string): Promise<string> {
  await changeKeyFile(db, dataDir, ring => (ring.length === 1 ? [newKey(), ...ring] : ring))
  return `La clave nueva está en ${keyFile(dataDir)}, delante de la anterior.
Reinicia Pregonero y repite la orden: entonces sella todo con ella.
`
}

/** Keeps the older keys in files of their own, for backups that were made with them. */
async function retire(db: Database, dataDir: string): Promise<string> {
  const aside: string[] = []
  await changeKeyFile(db, dataDir, ([current, ...older]) => {
    aside.push(...older.map(key => keepKeyAside(dataDir, key)))
    return [current]
  })
  if (aside.length === 0) throw new CommandError(NONE_TO_RETIRE)
  return `La anterior ya no está en ${keyFile(dataDir)}; queda en ${formatList(aside)}, para las copias hechas con
ella: bórrala cuando no guardes ninguna. Al próximo arranque, los navegadores que no han venido desde
que va delante la nueva tendrán que volver a entrar.
`
}

/** Serializes concurrent commands that change the file. */
const changeKeyFile = (
  db: Database,
  dataDir: string,
  change: (ring: KeyRing) => KeyRing,
): Promise<void> =>
  lockedTransaction(db, 'secret key file', async () => {
    const ring = keyRingOf(readSecretKey({ dataDir, fromEnv: undefined }) ?? '')
    replaceSecretKey(dataDir, change(ring).join(','))
  })

/** @throws CommandError */
function refuseUnopened(sealed: readonly SealedAnew[]): void {
  const counts = sealed.map(({ column, unopened }) => ({ column, count: unopened }))
  const unopened = listOf(counts)
  if (unopened === '') return
  const isOne = counts.reduce((sum, { count }) => sum + count, 0) === 1
  throw new CommandError(
    `Ninguna de las claves abre ${unopened}: añade detrás la clave con la que se ${plural(isOne ? 1 : 2, 'guardó', 'guardaron')} y repite la orden. Lo demás ya está sellado con la primera, pero la anterior aún no se puede quitar.`,
  )
}

function whatWasSealed(sealed: readonly SealedAnew[]): string {
  const list = listOf(sealed.map(({ column, sealedAnew }) => ({ column, count: sealedAnew })))
  return list === '' ? 'No había nada que sellar de nuevo.' : `Sellado de nuevo: ${list}.`
}

const listOf = (counts: readonly { column: SealedAnew['column']; count: number }[]): string =>
  formatList(
    counts
      .filter(({ count }) => count > 0)
      .map(({ column, count }) => quantity(count, ...column.title)),
  )

const ONE_KEY = `SECRET_KEY tiene una sola clave. Pon la nueva delante, con una coma y sin espacios («nueva,anterior»), reinicia Pregonero y repite la orden. Con varios procesos hay que dar antes otro paso: docs/key-rotation.md lo explica.`

const NONE_TO_RETIRE = 'No hay ninguna clave anterior que retirar.'

const NOT_IN_USE = `Si la que va detrás es la nueva, aún no se usa: ponla delante, reinicia todos los procesos y repite la
orden. Si es la anterior:

`

const NEEDED_BY = `La anterior ya no hace falta para lo guardado. Sin ella
  · no se leen los tokens de las copias hechas hasta ahora: guárdala aparte mientras guardes alguna;
  · vuelven a entrar con su contraseña los navegadores que no han venido desde que la nueva va delante.
    A los 7 días ya no queda ninguno que siga dentro.`

const TAKE_OUT =
  'Cuando todos los procesos lleven la nueva delante, quita la anterior de SECRET_KEY y reinicia.'

const RETIRE = 'Para sacarla de secret.key: npm run pregonero -- rotate-key --retire'
