import { CloseButton, Switch } from '@mantine/core'
import { IconFilterOff, IconLogout, IconMoon } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Profile } from '#shared/model/profile.ts'
import { signOut } from '#web/data/auth.ts'
import { initialOf } from '#web/parts/initial-of.ts'
import { Logo } from '#web/parts/logo.tsx'
import text from '#web/ui/text.module.css'
import { forgetUnsaved } from '#web/ui/unsaved.ts'
import { useDarkMode } from '#web/ui/use-dark-mode.ts'
import { addresses } from '../addresses.ts'
import { navigation } from './navigation.ts'
import classes from './sidebar.module.css'

interface SidebarProps {
  profile: Profile
  /** Set in the phone's drawer, which closes on navigation. */
  drawer?: DrawerActions
}

interface DrawerActions {
  close: () => void
  clearView: () => void
}

export function Sidebar({ profile, drawer }: SidebarProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    forgetUnsaved()
    const isOver = await signOut(queryClient)
    await navigate({ to: addresses.login, state: { isStillSignedIn: !isOver } })
  }
  return (
    <div className={classes.sidebar} data-drawer={drawer !== undefined}>
      {drawer && <DrawerHead onClose={drawer.close} />}
      <nav className={classes.navigation} aria-label="Principal">
        {navigation.map(group => (
          <ul key={group[0].to} className={classes.group}>
            {group.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className={classes.entry} onClick={drawer?.close}>
                  <Icon />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
        {drawer && <ClearView {...drawer} />}
      </nav>
      {drawer && <DarkMode />}
      <div className={classes.foot}>
        <Link
          to={addresses.security}
          className={classes.user}
          title="Seguridad de tu cuenta"
          onClick={drawer?.close}
        >
          <span className={classes.avatar} aria-hidden="true">
            {initialOf(profile.name)}
          </span>
          <span className={classes.who}>
            <span className={`${classes.name} ${text.line}`}>{profile.name}</span>
            <span className={`${text.line} ${text.quiet}`} title={profile.email}>
              {profile.email}
            </span>
          </span>
        </Link>
        <button type="button" className={classes.entry} onClick={leave}>
          <IconLogout />
          Cerrar Sesión
        </button>
      </div>
    </div>
  )
}

function DrawerHead({ onClose }: { onClose: () => void }) {
  return (
    <div className={classes.head}>
      <Logo size={24} />
      Pregonero
      <CloseButton className={classes.close} aria-label="Cerrar el menú" onClick={onClose} />
    </div>
  )
}

/** Menu entry on phones, where the bar has no room for it. */
const ClearView = ({ close, clearView }: DrawerActions) => (
  <ul className={classes.group}>
    <li>
      <button
        type="button"
        className={classes.entry}
        onClick={() => {
          close()
          clearView()
        }}
      >
        <IconFilterOff />
        Limpiar Vista
      </button>
    </li>
  </ul>
)

function DarkMode() {
  const [dark, setDark] = useDarkMode()
  return (
    <Switch
      className={classes.darkMode}
      classNames={{ body: classes.darkModeBody, label: classes.darkModeLabel }}
      labelPosition="left"
      label={
        <>
          <IconMoon />
          Modo oscuro
        </>
      }
      checked={dark}
      onChange={({ currentTarget }) => setDark(currentTarget.checked)}
    />
  )
}
