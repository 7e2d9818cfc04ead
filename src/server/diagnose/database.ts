import { existsSync } from 'node:fs'
import { clock } from '#server/base/clock.ts'
import { findRing, ringFor } from '#server/base/key-ring.ts'
import { createSecretBox } from '#server/base/secrets.ts'
import { sharedClock } from '#server/store/engine/dialect.ts'
import type { Database } from '#server/store/engine/schema.ts'
import { asStartError } from '#server/store/engine/sqlite-dialect.ts'
import { checkFile, type FileCheck } from '#server/store/inspect/check-file.ts'
import { openAsItIs } from '#server/store/inspect/open-as-it-is.ts'
import { postgresFacts } from '#server/store/inspect/postgres-facts.ts'
import { appliedMigrations, migrationNames } from '#server/store/migrations/migrate.ts'
import { fileIn, type StorePlace } from '#server/store/open-store.ts'
import { readKeysInUse } from '#server/store/rows/keys-in-use.ts'
import { countSealedOtherwise } from '#server/store/rows/sealed-columns.ts'
import { plural, quantity } from '#shared/format.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { fine, unknown, wrong } from './finding.ts'
import { checkClock } from './telegram.ts'

const FILE_LIMIT_MS = 20_000
/** A process uses fifteen connections; two more are left for administrators. */
const LEAST_CONNECTIONS_LEFT = 17

/**
 * Checks that this version can use the database with this key, and that a SQLite file is undamaged.
 * @throws StartError when it can't be read
 */
export async function checkDatabase(
  place: StorePlace,
  secretKey: string | undefined,
): Promise<Finding[]> {
  if ('databaseUrl' in place) {
    await using opened = await openAsItIs(place)
    return [...(await checkPostgres(opened.db)), ...(await checkContent(opened.db, secretKey))]
  }
  const path = fileIn(place.dataDir)
  if (!existsSync(path))
    return [unknown('Base de datos', 'Aún no hay: se crea al primer arranque.')]
  try {
    await using opened = await openAsItIs(place)
    const content = await checkContent(opened.db, secretKey)
    return [
      fine('Base de datos', 'SQLite; se puede leer.'),
      ...content,
      ...(await checkWhole(path)),
    ]
  } catch (error) {
    throw asStartError(error, path)
  }
}

/** Checks migrations and key. */
async function checkContent(db: Database, secretKey: string | undefined): Promise<Finding[]> {
  const applied = await appliedMigrations(db)
  const version = checkMigrations(applied)
  if (applied.length === 0) return [version]
  const key = await checkKey(db, secretKey)
  // The sealed columns are only known of a database of this version.
  const isLookedInto = version.state === 'ok' && key.state === 'ok' && secretKey !== undefined
  return [version, (isLookedInto && (await checkSealed(db, secretKey))) || key]
}

function checkMigrations(applied: readonly string[]): Finding {
  const what = 'Versión de los datos'
  const names: readonly string[] = migrationNames
  if (applied.length === 0) return unknown(what, 'Está vacía: se prepara al primer arranque.')
  const newer = applied.findLast(name => !names.includes(name))
  if (newer !== undefined)
    return wrong(
      what,
      `Los datos son de un Pregonero más nuevo (${newer}).`,
      'Actualiza este programa (git pull) y arráncalo.',
    )
  const missing = names.filter(name => !applied.includes(name))
  return missing.length === 0
    ? fine(what, `Al día (${applied.at(-1)}).`)
    : wrong(
        what,
        `${plural(missing.length, 'Falta', 'Faltan')} por aplicar: ${missing.join(', ')}.`,
        'Arranca Pregonero, o ejecuta npm run pregonero -- migrate.',
      )
}

async function checkKey(db: Database, secretKey: string | undefined): Promise<Finding> {
  const what = 'Clave de los datos'
  const inUse = await readKeysInUse(db)
  if (inUse.length === 0 || secretKey === undefined)
    return unknown(what, 'No se pudo comparar: falta la clave, o los datos aún no tienen ninguna.')
  if (!findRing(inUse, secretKey))
    return inUse.length > 1
      ? wrong(
          what,
          'Los datos están guardados con más de una clave, y aquí falta alguna.',
          'Pon «nueva,anterior» hasta que rotate-key diga que la anterior ya no hace falta.',
        )
      : wrong(
          what,
          'La clave secreta no es la de estos datos, y sus tokens no se pueden leer.',
          'Pon la clave con la que se guardaron, en SECRET_KEY o en el archivo secret.key.',
        )
  return inUse.length === 1
    ? fine(what, 'La clave secreta es la de estos datos.')
    : fine(
        what,
        'Se está cambiando: hay cosas guardadas con la nueva y con la anterior.',
        'Cuando todos los procesos tengan «nueva,anterior», ejecuta npm run pregonero -- rotate-key.',
      )
}

/**
 * Finds values that are sealed with an older key of the ring, or with a key that is missing here.
 * @returns null without such values
 */
async function checkSealed(db: Database, secretKey: string): Promise<Finding | null> {
  const ring = ringFor(await readKeysInUse(db), secretKey)
  const { older, missing } = await countSealedOtherwise(db, createSecretBox(ring))
  if (missing > 0)
    return wrong(
      'Clave de los datos',
      `${quantity(missing, 'valor está sellado', 'valores están sellados')} con una clave que falta aquí.`,
      'Pon esa clave detrás, «nueva,anterior», reinicia y ejecuta npm run pregonero -- rotate-key.',
    )
  if (older === 0 || ring.length === 1) return null
  return fine(
    'Clave de los datos',
    `Se está cambiando: ${quantity(older, 'valor sigue sellado', 'valores siguen sellados')} con la anterior.`,
    'Cuando todos los procesos lleven la nueva delante, ejecuta npm run pregonero -- rotate-key.',
  )
}

async function checkWhole(path: string): Promise<Finding[]> {
  const first = await checkFile(path, FILE_LIMIT_MS)
  const isSuspect = [first.structure, first.indexes, first.references].some(found => found?.length)
  // A file without a log is read as if unused, but a server may have started meanwhile: check a second time.
  return wholeWords(isSuspect ? await checkFile(path, FILE_LIMIT_MS) : first)
}

const RESTORE =
  'Para el servidor, guarda aparte la carpeta de datos y recupera la última copia que esté bien.'

function wholeWords({ structure, indexes, references }: FileCheck): Finding[] {
  const what = 'Integridad'
  const problems = [...(structure ?? []), ...(indexes ?? [])]
  const isWhole =
    problems.length > 0
      ? wrong(what, `El archivo está dañado: ${problems[0]}.`, RESTORE)
      : structure === undefined
        ? unknown(
            what,
            `No dio tiempo a leerlo entero en ${FILE_LIMIT_MS / 1_000} s.`,
            'Repítelo cuando haya menos actividad.',
          )
        : fine(
            what,
            indexes
              ? 'El archivo está entero.'
              : 'El archivo está entero; los índices no dio tiempo.',
          )
  if (references === undefined) return [isWhole]
  return [
    isWhole,
    references.length === 0
      ? fine('Referencias', 'Todas llevan a algo.')
      : wrong('Referencias', `Hay filas sin lo que nombran: ${references.join(', ')}.`, RESTORE),
  ]
}

async function checkPostgres(db: Database): Promise<Finding[]> {
  const { version, left, of, closedTables, mayCreate } = await postgresFacts(db)
  const connections = `Quedan ${left} de ${of}.`
  return [
    fine('Base de datos', `PostgreSQL ${version}; responde.`),
    closedTables.length > 0
      ? wrong(
          'Permisos en PostgreSQL',
          `El usuario no puede leer y escribir en: ${closedTables.join(', ')}.`,
          'Haz a ese usuario dueño de las tablas (alter table … owner to …).',
        )
      : mayCreate
        ? fine('Permisos en PostgreSQL', 'Los que hacen falta.')
        : wrong(
            'Permisos en PostgreSQL',
            'El usuario no puede crear tablas, que las actualizaciones necesitan.',
            'Dale ese permiso: grant create on schema public to usuario.',
          ),
    left < LEAST_CONNECTIONS_LEFT
      ? wrong(
          'Conexiones de PostgreSQL',
          `${connections} Un proceso de Pregonero usa 15.`,
          'Sube max_connections, o el límite de la base de datos o del usuario.',
        )
      : fine('Conexiones de PostgreSQL', connections),
    checkClock('Reloj de PostgreSQL', (await sharedClock(db)) - clock.now(), 'esta máquina'),
  ]
}
