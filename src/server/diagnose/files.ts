import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openToAll, openToOthers } from '#server/base/open-to-others.ts'
import { readSecretKey } from '#server/base/secret-key.ts'
import { formatNumber } from '#shared/format.ts'
import type { Finding } from '#shared/model/diagnosis.ts'
import { fine, inTwo, unknown, wrong } from './finding.ts'

const MEGABYTE = 1_048_576
/** Room for the log of a busy day, and for a copy before a migration of a small database. */
const LEAST_FREE = 500 * MEGABYTE
/** Free space in sizes of the database: one for a copy, one for a migration. */
const ROOM = 2

export type Files = {
  dataDir: string
  /** Path of the `.env` file, if it holds a secret. */
  envFile: string | undefined
  secretFiles: readonly string[]
  isInPostgres: boolean
  keyFromEnv: string | undefined
}

/** Checks who may read and write Pregonero's files, and whether there is enough free space. */
export function checkFiles(files: Files): Finding[] {
  const dataDir = resolve(files.dataDir)
  const { envFile, secretFiles } = files
  const ofConfiguration = [
    ...(envFile ? checkRights('Permisos de .env', openToOthers([envFile])) : []),
    ...(secretFiles.length > 0
      ? checkRights('Permisos de los secretos', openToAll(secretFiles))
      : []),
  ]
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory())
    return [
      checkUsable(dataDir),
      ...checkRights('Permisos de la carpeta', openToOthers([dataDir])),
      ...checkKey(dataDir, files),
      ...ofConfiguration,
      checkRoom(dataDir),
    ]
  return files.isInPostgres
    ? ofConfiguration
    : [
        unknown('Carpeta de datos', `${dataDir} aún no existe: se crea al primer arranque.`),
        ...ofConfiguration,
      ]
}

function checkUsable(dataDir: string): Finding {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return fine('Carpeta de datos', `${dataDir}: se puede leer y escribir.`)
  } catch {
    return wrong(
      'Carpeta de datos',
      `${dataDir} no la puede leer y escribir quien ejecuta esta orden.`,
      'Ejecútala como el usuario de Pregonero, o dale la carpeta con chown.',
    )
  }
}

/** @param open sentences about the access of others; null without any */
function checkRights(what: string, open: string | null): Finding[] {
  return [open ? wrong(what, ...inTwo(open)) : fine(what, 'Nadie más lo puede leer.')]
}

function checkKey(dataDir: string, { keyFromEnv, isInPostgres }: Files): Finding[] {
  const what = 'Clave secreta'
  if (keyFromEnv) return [fine(what, 'Está en la configuración.')]
  if (isInPostgres) return []
  try {
    return readSecretKey({ dataDir, fromEnv: undefined })
      ? [
          fine(what, `Está en ${join(dataDir, 'secret.key')}.`),
          ...checkRights('Permisos de la clave', openToOthers([join(dataDir, 'secret.key')])),
        ]
      : [unknown(what, 'Aún no hay: se hace al primer arranque.')]
  } catch (error) {
    return [wrong(what, ...inTwo(error instanceof Error ? error.message : String(error)))]
  }
}

function checkRoom(dataDir: string): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(dataDir)
  const free = bavail * bsize
  const used = sizeOfDatabase(dataDir)
  const words = `Hay ${megabytes(free)} libres; la base de datos ocupa ${megabytes(used)}.`
  if (files > 0 && ffree === 0)
    return wrong(
      'Disco',
      'No caben más archivos (no quedan inodos).',
      'Borra archivos de ese disco.',
    )
  return free < Math.max(LEAST_FREE, ROOM * used)
    ? wrong(
        'Disco',
        words,
        'Libera espacio o pasa DATA_DIR a otro disco: hace falta el doble de lo ocupado para las copias.',
      )
    : fine('Disco', words)
}

/** Bytes, including the log and the search index. */
const sizeOfDatabase = (dataDir: string): number =>
  readdirSync(dataDir)
    .filter(name => /\.sqlite(-wal|-shm)?$/.test(name))
    .reduce(
      (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )

const megabytes = (bytes: number): string => `${formatNumber(Math.round(bytes / MEGABYTE))} MB`
