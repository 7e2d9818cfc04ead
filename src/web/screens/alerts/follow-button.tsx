import { UnstyledButton } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { tip } from '#web/ui/tips.tsx'
import classes from './follow-button.module.css'
import type { Following } from './use-following.ts'

/** Says that the history shows alerts as they arrive; a press pins it, another one resumes. */
export function FollowButton({ following }: { following: Following }) {
  const { isPossible, isPinned, toggle } = following
  if (!isPossible) return null
  return (
    <UnstyledButton
      {...tip(isPinned ? 'Mostrar lo que llega' : 'Fijar lo que se ve')}
      className={classes.follow}
      data-pinned={isPinned}
      onClick={toggle}
    >
      {isPinned && <IconPin />}
      {isPinned ? 'Seguir en vivo' : 'Siguiendo en vivo'}
    </UnstyledButton>
  )
}
