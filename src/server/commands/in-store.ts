import { makeFolder } from '#server/base/data-folder.ts'
import { openStore, type Store } from '#server/store/open-store.ts'
import type { CommandCall, Run } from './command.ts'

/** A command that works in the store and notifies running servers that data has changed. */
export function inStore(run: (store: Store, call: CommandCall) => Promise<string>): Run {
  return async call => {
    await using store = await openOwnStore(call)
    const said = await run(store, call)
    store.notices.tell({ kind: 'anything' })
    return said
  }
}

function openOwnStore({ config, terminal }: CommandCall): Promise<Store> {
  const { dataDir, secrets } = config
  if (secrets.databaseUrl) return openStore({ databaseUrl: secrets.databaseUrl }, terminal)
  makeFolder(dataDir)
  return openStore({ dataDir }, terminal)
}
