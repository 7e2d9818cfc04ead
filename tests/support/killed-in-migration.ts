/** Migrates the place in its first argument, and is killed after the number of statements in its second. */
import { migrate } from '#server/store/migrations/migrate.ts'
import { openUnmigrated } from './unmigrated.ts'

const [place = '', statements] = process.argv.slice(2)
let left = Number(statements)
const db = openUnmigrated(JSON.parse(place), () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
})
await migrate(db)
