import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Opens a small dialog that no click beside it closes; its content is told how to close it. */
export function openSmall(content: (close: () => void) => ReactNode): void {
  const id = modals.open({
    withCloseButton: false,
    closeOnClickOutside: false,
    size: 392,
    children: content(() => modals.close(id)),
  })
}
