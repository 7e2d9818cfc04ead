/** A program: checks the SQLite file whose path it reads from standard input, and writes a line per result. */
import { readFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { addressOf } from '#server/store/migrations/foreign-file.ts'
import { foldText } from '#shared/format.ts'

const MOST_PROBLEMS = 3
const STDIN = 0
const STDOUT = 1

const path = readFileSync(STDIN, 'utf8')
try {
  using database = new DatabaseSync(addressOf(path), { readOnly: true })
  // As in the server's connections: an index that used `fold` could not be checked without it.
  database.function('fold', { deterministic: true }, text => foldText(String(text ?? '')))
  const ask = (pragma: string, column: string) => [
    ...new Set(
      database
        .prepare(pragma)
        .all()
        .map(row => String(row[column])),
    ),
  ]
  const complaints = (pragma: string) =>
    ask(`pragma ${pragma}(${MOST_PROBLEMS})`, pragma).filter(line => line !== 'ok')
  say({ structure: complaints('quick_check') })
  say({ references: ask('pragma foreign_key_check', 'table').slice(0, MOST_PROBLEMS) })
  say({ indexes: complaints('integrity_check') })
} catch (error) {
  say({ structure: [error instanceof Error ? error.message : String(error)] })
}

function say(part: object): void {
  writeSync(STDOUT, `${JSON.stringify(part)}\n`)
}
