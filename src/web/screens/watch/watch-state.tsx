import { Badge } from '@mantine/core'
import {
  type Icon,
  IconCalendarX,
  IconCircleCheck,
  IconClock,
  IconFlame,
  IconHourglass,
  IconPlugConnectedX,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { WatchState } from '#shared/model/watch.ts'
import classes from './watch-state.module.css'
import { stateWords } from './words.ts'

interface Look {
  icon: Icon
  color?: 'ok' | 'warn' | 'bad'
}

const looks: Record<WatchState, Look> = {
  quiet: { icon: IconVolumeOff, color: 'bad' },
  expired: { icon: IconCalendarX, color: 'bad' },
  'near-limit': { icon: IconFlame, color: 'warn' },
  late: { icon: IconClock, color: 'warn' },
  alive: { icon: IconCircleCheck, color: 'ok' },
  unknown: { icon: IconHourglass },
  off: { icon: IconPlugConnectedX },
}

interface WatchStateMarkProps {
  state: WatchState
  /** True if silenced: the state then has no colour. */
  isMute?: boolean
  /** `line` colours only the icon, `chip` has a tinted background. */
  look?: 'line' | 'chip'
}

/** State of an alert as icon and word, never colour alone. */
export function WatchStateMark({ state, isMute = false, look = 'line' }: WatchStateMarkProps) {
  const { icon: Icon, ...told } = looks[state]
  const color = isMute ? undefined : told.color
  const word = stateWords[state]
  if (look === 'chip') {
    return (
      <Badge
        leftSection={<Icon />}
        {...(color ? { color } : { bg: 'var(--hover)', c: 'var(--text-2)' })}
      >
        {word}
      </Badge>
    )
  }
  return (
    <span className={classes.state}>
      <Icon color={color ? `var(--${color})` : 'var(--text-2)'} />
      {word}
    </span>
  )
}
