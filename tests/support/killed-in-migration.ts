/** Migrates the place of its first argument, and is killed after so many statements. */
import { migrate } from '#server/store/migrations/migrate.ts'
import { openUnmigrated } from './unmigrated.ts'

const [place = '', statements] = process.argv.slice(2)
let left = Number(statements)
const db = openUnmigrated(JSON.parse(place), () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
})
await migrate(db)
