import { useEffect } from 'react'
import { TEST_RESULT_MS } from '#shared/limits.ts'
import type { Connection } from '#shared/model/connection.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { showToast } from '#web/ui/show-toast.tsx'

export interface TestResult {
  ok: boolean
  message: string
  /** Reason and remedy, if Telegram gave them. */
  reason: string | null
}

/**
 * Sends a test message; the result is cleared after the time that a card shows it. `failed` replaces the server's
 * message if Telegram refused.
 */
export function useConnectionTest(
  { id, name }: Pick<Connection, 'id' | 'name'>,
  failed?: (connection: string) => string,
) {
  const { start, data, isPending, reset } = useAction({
    call: async (): Promise<TestResult> => {
      try {
        const { ok, message, reason } = await client.connections.test({ id })
        const isRefused = !ok && reason !== null
        return { ok, reason, message: failed && isRefused ? failed(name) : message }
      } catch (error) {
        return { ok: false, message: errorMessage(error), reason: null }
      }
    },
    onSuccess: ({ ok, message }) => showToast({ type: ok ? 'success' : 'error', message }),
  })

  useEffect(() => {
    if (!data) return
    const timer = setTimeout(reset, TEST_RESULT_MS)
    return () => clearTimeout(timer)
  }, [data, reset])

  return { test: () => void start(), testing: isPending, result: data }
}
