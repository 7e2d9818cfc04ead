import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconFilterOff, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LiveState } from '#web/data/use-live-refresh.ts'
import { Mark } from '#web/parts/mark.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { addresses } from '../addresses.ts'
import { LiveMarker } from './live-marker.tsx'
import { screenLabel } from './navigation.ts'
import classes from './top-bar.module.css'

interface TopBarProps {
  path: string
  live: LiveState
  simulated: boolean
  onOpenMenu: () => void
}

export function TopBar({ path, live, simulated, onOpenMenu }: TopBarProps) {
  return (
    <div className={classes.bar}>
      <ActionIcon
        size="xl"
        className={classes.burger}
        aria-label="Abrir el menú"
        onClick={onOpenMenu}
      >
        <IconMenu2 />
      </ActionIcon>
      <Brand path={path} />
      <LinkButton
        to={addresses.dashboard}
        variant="subtle"
        className={classes.clear}
        leftSection={<IconFilterOff />}
      >
        Limpiar Vista
      </LinkButton>
      <div className={classes.end}>
        {simulated && (
          <Tag>
            <span className={classes.long}>Entrega simulada</span>
            <span className={classes.short}>Simulada</span>
          </Tag>
        )}
        <LiveMarker state={live} />
        <ThemeToggle />
      </div>
    </div>
  )
}

/** Mark and name; on phones the name of the screen instead, but for the first one. */
function Brand({ path }: { path: string }) {
  const label = path === addresses.dashboard ? undefined : screenLabel(path)
  return (
    <>
      <Link to={addresses.dashboard} className={classes.brand} data-phone={!label}>
        <Mark size={24} />
        Pregonero
      </Link>
      {label && <span className={classes.screen}>{label}</span>}
    </>
  )
}

function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const label = dark ? 'Cambiar a modo claro' : 'Cambiar a modo oscuro'
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.theme}
        aria-label={label}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? <IconSun /> : <IconMoon />}
      </ActionIcon>
    </Tooltip>
  )
}
