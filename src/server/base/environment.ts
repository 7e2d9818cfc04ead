import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { errorCode, StartError } from './errors.ts'

/** Variables by name. An empty or blank value counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The process's own variables over those of the `.env` file in `folder`, if there is one.
 *
 * @throws StartError when the file is there and cannot be read.
 */
export function readEnvironment(folder: string, own: Environment): Environment {
  return { ...readEnvFile(folder), ...onlySet(own) }
}

/** The variables of the `.env` file in `folder`, if there is one. @throws StartError, as above */
export function readEnvFile(folder: string): Environment {
  const path = join(folder, '.env')
  try {
    return onlySet(parseEnv(readFileSync(path, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    throw new StartError(`No se puede leer ${path}: revisa sus permisos.`, { cause: error })
  }
}

function onlySet(variables: Environment): Environment {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
}
