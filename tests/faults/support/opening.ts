/** Opens the store of its first argument, and says when it begins and when it is open. */
import { openStore } from '#server/store/open-store.ts'

process.stdout.write('begun\n')
await using _store = await openStore(JSON.parse(process.argv[2] ?? ''))
process.stdout.write('open\n')
