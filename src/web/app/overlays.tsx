import '@mantine/notifications/styles.layer.css'
import { ModalsProvider, modals } from '@mantine/modals'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Tips } from '#web/ui/tips.tsx'
import { Toasts } from '#web/ui/toasts.tsx'

/** What opens above the screens, which the sign-in does without. */
export function Overlays({ children }: { children: ReactNode }) {
  return (
    <Tips>
      <Toasts />
      <ModalsProvider>{children}</ModalsProvider>
    </Tips>
  )
}

/** What is asked belongs to what is shown; other filters of it do not change that. */
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
