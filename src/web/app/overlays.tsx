import '@mantine/notifications/styles.layer.css'
import { ModalsProvider, modals } from '@mantine/modals'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Tips } from '#web/ui/tips.tsx'
import { Toasts } from '#web/ui/toasts.tsx'

/** Tooltips, toasts and dialogs; the sign-in does without them. */
export function Overlays({ children }: { children: ReactNode }) {
  return (
    <Tips>
      <Toasts />
      <ModalsProvider>{children}</ModalsProvider>
    </Tips>
  )
}

/** Closes all dialogs when the path or hash changes; a change of filters leaves them open. */
export function useCloseOnLeaving(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged, hashChanged }) => {
        if (pathChanged || hashChanged) modals.closeAll()
      }),
    [router],
  )
}
