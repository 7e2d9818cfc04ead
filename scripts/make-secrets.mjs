// Makes the secrets of a Pregonero on PostgreSQL, each in a file of the given folder: its secret
// key (that of DATA_DIR, if it has one), the database's password, and the database's URL. Existing
// files are kept.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder] = process.argv.slice(2)
const ownKey = join(process.env.DATA_DIR ?? './data', 'secret.key')

make('secret_key', () => (existsSync(ownKey) ? readFileSync(ownKey, 'utf8').trim() : random()))
const password = make('postgres_password', random)
make('database_url', () => `postgres://pregonero:${password}@db:5432/pregonero`)

function make(name, content) {
  const path = join(folder, name)
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = content()
  writeFileSync(path, `${secret}\n`, { mode: 0o400, flag: 'wx', flush: true })
  console.log(`Hecho: ${name}`)
  return secret
}

function random() {
  return randomBytes(32).toString('base64url')
}
