import type { Store } from '#server/store/open-store.ts'
import { type CommandCall, CommandError } from './command.ts'
import { leftOut, listTables, showStep } from './tables.ts'

export async function migrate({ migrated }: Store): Promise<string> {
  return migrated.length === 0
    ? 'La base de datos ya estaba al día.\n'
    : `La base de datos está al día. Aplicado: ${migrated.join(', ')}\n`
}

export async function move({ config, terminal }: CommandCall): Promise<string> {
  const { dataDir, secrets } = config
  const { databaseUrl, secretKey } = secrets
  if (!databaseUrl || !secretKey)
    throw new CommandError('Falta DATABASE_URL: pon en ella la dirección de un PostgreSQL vacío.')
  // Imported here because only this command needs PostgreSQL's driver.
  const { moveStore } = await import('#server/store/move/move-store.ts')
  const moving = moveStore({ dataDir, databaseUrl, secretKey }, showStep(terminal), terminal)
  const { tables, foreign, file } = await moving.finally(() => terminal.progress())
  return `Trasladado, y comparado fila a fila:

${listTables(tables)}${leftOut(foreign)}
Arranca Pregonero con DATABASE_URL y la misma SECRET_KEY: las direcciones de los webhooks no cambian.
Los datos anteriores quedan de copia en ${file}.
No vuelvas a arrancar con ellos: se enviaría otra vez lo que estaba por enviar.
`
}
