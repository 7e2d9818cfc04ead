import type { Store } from '#server/store/open-store.ts'
import { type CommandCall, CommandError } from './command.ts'

const NAMED_TABLES = 10

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
  const showStep = (step: 'copy' | 'compare', title: string, rows: number) =>
    terminal.progress(`${step === 'copy' ? 'Copia' : 'Compara'}: ${title}, ${rows} filas`)
  const moving = moveStore({ dataDir, databaseUrl, secretKey }, showStep, terminal)
  const { tables, foreign, file } = await moving.finally(() => terminal.progress())
  const widest = Math.max(...tables.map(({ title }) => title.length))
  const lines = tables.map(
    ({ title, rows }) => `  ${title.padEnd(widest)}  ${rows.toLocaleString('es').padStart(9)}\n`,
  )
  return `Trasladado, y comparado fila a fila:

${lines.join('')}${leftOut(foreign)}
Arranca Pregonero con DATABASE_URL y la misma SECRET_KEY: las direcciones de los webhooks no cambian.
Los datos anteriores quedan de copia en ${file}.
No vuelvas a arrancar con ellos: se enviaría otra vez lo que estaba por enviar.
`
}

const leftOut = (foreign: readonly string[]): string =>
  foreign.length === 0
    ? ''
    : `No se trasladan, porque son de otros programas: ${foreign.slice(0, NAMED_TABLES).join(', ')}${foreign.length > NAMED_TABLES ? '…' : ''}.\n`
