import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ID_HEAD_LENGTH } from '#shared/limits.ts'
import { api } from './client.ts'

/** Key in this tab's storage for the first characters of the id; the whole id is the webhook's secret. */
const KEY = 'selected-connection'

let selectedId: string | null = null
const watchers = new Set<() => void>()

/** Connection that the dashboard is limited to in this tab; null: all connections. */
export function useSelectedConnection() {
  const connectionId = useSyncExternalStore(watch, () => selectedId)
  return { connectionId, select: change, clear }
}

/** Clears the selection for the next user who signs in, without notifying the screen. */
export function forgetSelectedConnection(): void {
  selectedId = null
  head.write(null)
}

/** Restores the selection after a page load, if the stored first characters fit the id of exactly one connection. */
export async function restoreSelectedConnection(queryClient: QueryClient): Promise<void> {
  const kept = selectedId === null ? head.read() : null
  if (kept === null) return
  try {
    const connections = await queryClient.ensureQueryData(api.connections.list.queryOptions())
    const [found, another] = connections.filter(({ id }) => headOf(id) === kept)
    // The selection may have been cleared or changed meanwhile.
    if (selectedId === null && head.read() === kept) change(found && !another ? found.id : null)
  } catch {
    // The screens report the failed query.
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

/** If storage is unavailable, the selection is not kept. */
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
      // Storage is unavailable.
    }
  },
}
