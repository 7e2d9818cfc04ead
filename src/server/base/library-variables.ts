/** Variables that libraries read by themselves, regardless of Pregonero's configuration. */
import { accessSync, constants } from 'node:fs'
import type { Environment } from './environment.ts'

/** better-auth prefers these to the options that it is given: they replace secrets and add trusted origins. */
const OF_SIGN_IN = /^(?:BETTER_AUTH_|AUTH_SECRET$)/

/**
 * Removes variables that would change Pregonero unnoticed, before libraries read them.
 * @param timeZone the installation's, which is set for libraries too
 */
export function withoutLibraryVariables(env: NodeJS.ProcessEnv, timeZone: string): void {
  for (const name of Object.keys(env)) if (OF_SIGN_IN.test(name)) delete env[name]
  env.TZ = timeZone
}

/** Effect of a variable that a library reads, and the remedy, in Spanish. */
export type LibraryVariable = { detail: string; remedy: string | null }

/** Lists the variables of libraries that change Pregonero, each with its effect. */
export function libraryVariables(env: Environment): LibraryVariable[] {
  return [...unverified(env), ...extraAuthorities(env), ...ofPostgres(env)]
}

function unverified({ NODE_TLS_REJECT_UNAUTHORIZED }: Environment): LibraryVariable[] {
  if (NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  return [
    {
      detail:
        'NODE_TLS_REJECT_UNAUTHORIZED=0: no se comprueba ningún certificado, y quien esté en medio puede leer los tokens de los bots.',
      remedy: 'Quítala; si tu red usa una autoridad propia, pon su archivo en NODE_EXTRA_CA_CERTS.',
    },
  ]
}

function extraAuthorities({ NODE_EXTRA_CA_CERTS: path }: Environment): LibraryVariable[] {
  if (!path) return []
  const detail = `NODE_EXTRA_CA_CERTS: también se confía en las autoridades de ${path}.`
  if (isReadable(path)) return [{ detail, remedy: null }]
  return [
    {
      detail: `NODE_EXTRA_CA_CERTS: no se puede leer ${path}, así que no se usa.`,
      remedy: 'Corrige la ruta o los permisos del archivo, y reinicia Pregonero.',
    },
  ]
}

/** The values are not shown: one of them is a password. */
function ofPostgres(env: Environment): LibraryVariable[] {
  const names = Object.keys(env).filter(name => /^PG[A-Z]+$/.test(name) && env[name])
  if (names.length === 0 || !(env.DATABASE_URL || env.DATABASE_URL_FILE)) return []
  const all = new Intl.ListFormat('es').format(names.sort())
  return [{ detail: `${all}: valen para lo que DATABASE_URL no dice.`, remedy: null }]
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
