import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import { api } from './client.ts'

/** The id is the webhook's secret: this tab's storage keeps no more than its head. */
const KEY = 'selected-connection'

let selectedId: string | null = null
const watchers = new Set<() => void>()

/** The one connection that the dashboard is confined to, in this tab; null: all of them. */
export function useSelectedConnection() {
  const connectionId = useSyncExternalStore(watch, () => selectedId)
  return { connectionId, select: change, clear }
}

/** For the next user who signs in; what is on screen is not told. */
export function forgetSelectedConnection(): void {
  selectedId = null
  head.write(null)
}

/** Selects again, after the page was loaded, what was selected before, if it is still clear which that is. */
export async function restoreSelectedConnection(queryClient: QueryClient): Promise<void> {
  const kept = selectedId === null ? head.read() : null
  if (kept === null) return
  try {
    const connections = await queryClient.ensureQueryData(api.connections.list.queryOptions())
    const [found, another] = connections.filter(({ id }) => headOf(id) === kept)
    // It may have been cleared meanwhile, or another one selected.
    if (selectedId === null && head.read() === kept) change(found && !another ? found.id : null)
  } catch {
    // The screens say that nothing can be read.
  }
}

const clear = (): void => change(null)

function change(id: string | null): void {
  selectedId = id
  head.write(id === null ? null : headOf(id))
  for (const tell of watchers) tell()
}

const headOf = (id: string): string => id.slice(0, ID_HEAD_LENGTH)

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/** Without storage nothing is kept. */
const head = {
  read(): string | null {
    try {
      return sessionStorage.getItem(KEY)
    } catch {
      return null
    }
  },
  write(value: string | null): void {
    try {
      if (value === null) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, value)
    } catch {
      // As above.
    }
  },
}
