import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ConnectionValues } from '#web/parts/connection-form/connection-values.ts'
import type { ConnectionForm } from '#web/parts/connection-form/use-connection-form.ts'

/** Query key: the draft is removed with all cached answers at the end of the session. */
const KEPT = ['onboarding', 'draft']

interface Draft {
  values: ConnectionValues
  /** True to show all fields at once, instead of waiting for a chat: the user asked for it, or the chat is known. */
  isTyped: boolean
}

/**
 * Keeps the draft of a new connection while its user looks something up on another screen.
 * @returns a function that discards the draft
 */
export function useKeptDraft(
  { fields, isGuided, typeAll }: ConnectionForm,
  { isNew }: { isNew: boolean },
): () => void {
  const queryClient = useQueryClient()
  const restore = useEffectEvent(() => {
    const kept = queryClient.getQueryData<Draft>(KEPT)
    if (!kept || !isNew) return
    fields.setValues(kept.values)
    if (kept.isTyped) typeAll()
  })
  const keep = useEffectEvent(() => {
    if (!isNew || !fields.isDirty()) return
    const values = fields.getValues()
    const isTyped = !isGuided || values.telegramChatId !== ''
    queryClient.setQueryDefaults(KEPT, { gcTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData<Draft>(KEPT, { values, isTyped })
  })
  useEffect(() => {
    restore()
    return () => keep()
  }, [])
  return () => {
    fields.resetDirty()
    queryClient.removeQueries({ queryKey: KEPT })
  }
}
