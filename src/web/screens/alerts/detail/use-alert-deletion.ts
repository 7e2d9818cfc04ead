import { useState } from 'react'
import type { Alert } from '#shared/model/alert.ts'
import { deletionOf } from '../bulk/deletion-acts.tsx'
import { openBulk } from '../bulk/open-bulk.tsx'

/** Deletes an alert after a question, and tells which one is on its way out. */
export function useAlertDeletion(onDeleted: () => void) {
  const [deleting, setDeleting] = useState<string>()
  const askDeletion = (alert: Alert) => {
    const { step, ...deletion } = deletionOf([alert])
    const deleteIt = async () => {
      setDeleting(alert.id)
      try {
        return await step()
      } catch (error) {
        setDeleting(undefined)
        throw error
      }
    }
    openBulk({ ...deletion, step: deleteIt }, onDeleted)
  }
  return { deleting, askDeletion }
}
