import type { CopiedTable, OnProgress } from '#server/store/move/copy-rows.ts'
import { quantity } from '#shared/format.ts'
import type { Terminal } from './command.ts'

const NAMED_TABLES = 10

/** Lists the tables and their numbers of copied rows, one per line. */
export function listTables(tables: readonly CopiedTable[]): string {
  const widest = Math.max(...tables.map(({ title }) => title.length))
  return tables
    .map(
      ({ title, rows }) => `  ${title.padEnd(widest)}  ${rows.toLocaleString('es').padStart(9)}\n`,
    )
    .join('')
}

export const showStep =
  (terminal: Terminal): OnProgress =>
  (step, title, rows) =>
    terminal.progress(
      `${step === 'copy' ? 'Copia' : 'Compara'}: ${title}, ${quantity(rows, 'fila', 'filas')}`,
    )

/** @param foreign the names of tables that are not ours */
export const leftOut = (foreign: readonly string[]): string =>
  foreign.length === 0
    ? ''
    : `No se trasladan, porque son de otros programas: ${foreign.slice(0, NAMED_TABLES).join(', ')}${foreign.length > NAMED_TABLES ? '…' : ''}.\n`
