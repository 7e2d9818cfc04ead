import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { IconFilterOff, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { liveState } from '#web/data/live-state.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { Logo } from '#web/parts/logo.tsx'
import { SimulatedRing } from '#web/ui/simulated-mark.tsx'
import { tip } from '#web/ui/tips.tsx'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { addresses, patternOf } from '../addresses.ts'
import { screenLabel } from './navigation.ts'
import { NotificationsBell } from './notifications/notifications-bell.tsx'
import { SelectedViewLink } from './selected-view-link.tsx'
import { Keys } from './shortcuts/keys.tsx'
import classes from './top-bar.module.css'
import { useClearView } from './use-clear-view.ts'

interface TopBarProps {
  path: string
  simulated: boolean
  onOpenMenu: () => void
  onOpenFinder: () => void
}

/** On phones the selected connection has a row of its own, and other controls are in the menu. */
export function TopBar({ path, simulated, onOpenMenu, onOpenFinder }: TopBarProps) {
  const { connectionId } = useSelectedConnection()
  const clearView = useClearView()
  return (
    <div className={classes.bar}>
      <div className={classes.start}>
        <ActionIcon
          size="xl"
          className={classes.burger}
          aria-label="Abrir el menú"
          onClick={onOpenMenu}
        >
          <IconMenu2 />
        </ActionIcon>
        <Brand path={path} />
      </div>
      <div
        className={classes.view}
        data-selected={connectionId !== null}
        data-confined={isConfined(path)}
      >
        {connectionId !== null && (
          <SelectedViewLink connectionId={connectionId} isConfined={isConfined(path)} />
        )}
        <Button
          variant="subtle"
          className={classes.clear}
          leftSection={<IconFilterOff />}
          onClick={clearView}
        >
          Limpiar Vista
        </Button>
      </div>
      <div className={classes.end}>
        <FinderButton onClick={onOpenFinder} />
        {simulated && (
          <Link
            to={addresses.docs}
            hash="simulado"
            className={classes.simulated}
            title="Nada sale hacia Telegram"
          >
            <SimulatedRing />
            <span className={classes.long}>Entrega simulada</span>
          </Link>
        )}
        <LiveMarker />
        <NotificationsBell />
        <ThemeToggle />
      </div>
    </div>
  )
}

/** Logo and name; on phones the screen's name instead, except on the dashboard. */
function Brand({ path }: { path: string }) {
  const label = path === addresses.dashboard ? undefined : screenLabel(path)
  return (
    <>
      <Link to={addresses.dashboard} className={classes.brand} data-phone={!label}>
        <Logo size={24} />
        Pregonero
      </Link>
      {label && <span className={classes.screen}>{label}</span>}
    </>
  )
}

function FinderButton({ onClick }: { onClick: () => void }) {
  const isMac = useOs() === 'macos'
  return (
    <UnstyledButton
      className={classes.finder}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={onClick}
    >
      <IconSearch />
      <span className={classes.finderLabel}>Buscar</span>
      <span className={classes.keys} aria-hidden="true">
        <Keys name="mod+k" />
      </span>
    </UnstyledButton>
  )
}

function ThemeToggle() {
  const [dark, setDark] = useDarkMode()
  const label = dark ? 'Cambiar a modo claro' : 'Cambiar a modo oscuro'
  return (
    <ActionIcon
      {...tip(label)}
      className={classes.theme}
      aria-label={label}
      onClick={() => setDark(!dark)}
    >
      {dark ? <IconSun /> : <IconMoon />}
    </ActionIcon>
  )
}

/** Shows whether the screen is up to date with the server. */
function LiveMarker() {
  const { data: state } = useQuery(liveState)
  return (
    <span className={classes.marker} data-state={state} role="status">
      {state !== 'connecting' && (state === 'live' ? 'En vivo' : 'Reconectando…')}
    </span>
  )
}

/** True if the screen shows only the selected connection. */
const isConfined = (path: string): boolean =>
  path === addresses.dashboard || connectionPanel.test(path)

const connectionPanel = patternOf(addresses.connectionPanel)
