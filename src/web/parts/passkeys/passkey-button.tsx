import { Button, type ButtonProps, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '#web/data/error-message.ts'
import { showPasskey } from '#web/data/passkeys.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import { usePasskeyObstacle } from './use-passkey-obstacle.ts'

interface PasskeyButtonProps extends Pick<ButtonProps, 'size' | 'mt' | 'children'> {
  /** Called when a passkey was accepted: the user is signed in now, or has confirmed their identity. */
  onShown: () => unknown
  onCancelled?: () => void
}

/** Button that asks for a passkey; not rendered if passkeys can't be used, or as long as that is unknown. */
export function PasskeyButton({ onShown, onCancelled, mt, ...look }: PasskeyButtonProps) {
  const queryClient = useQueryClient()
  const show = useAction({
    call: () => showPasskey(queryClient),
    onSuccess: isShown => (isShown ? onShown() : onCancelled?.()),
    onError: () => onCancelled?.(),
  })
  if (usePasskeyObstacle()?.obstacle !== null) return null
  return (
    <Stack gap="md" w="100%" {...(mt !== undefined && { mt })}>
      <Button
        fullWidth
        leftSection={<IconFingerprint />}
        loading={show.isPending}
        onClick={() => void show.start()}
        {...look}
      />
      {show.error && <Notice>{errorMessage(show.error)}</Notice>}
    </Stack>
  )
}
