import { AppShell } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Profile } from '#shared/model/profile.ts'
import { liveState } from '#web/data/live-state.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { session } from '#web/data/session.ts'
import { useLiveRefresh } from '#web/data/use-live-refresh.ts'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { KeysAlone } from '#web/ui/key-presses.ts'
import { useHasUnsaved } from '#web/ui/unsaved.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { Overlays, useCloseOnLeaving } from '../overlays.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useFinder } from './finder/use-finder.ts'
import { useLiveToasts } from './live-toasts/use-live-toasts.ts'
import { screenLabel } from './navigation.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'
import classes from './shell.module.css'
import { useShortcuts } from './shortcuts/use-shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TopBar } from './top-bar.tsx'
import { useStatusBarColor } from './use-status-bar-color.ts'

const loadMenu = async () => (await import('./menu-drawer.tsx')).MenuDrawer

/** Frame around every screen of a signed-in user. */
export function Shell() {
  const { data: profile } = useSuspenseQuery(session)
  const [last, setLast] = useState(profile)
  if (profile && profile !== last) setLast(profile)
  // A page whose session ended stays as long as it has unsaved input.
  const isKept = useHasUnsaved() && !profile
  const owner = profile ?? (isKept ? last : null)
  return (
    owner && (
      <Overlays key={owner.email}>
        <Frame profile={owner} isSignedIn={!isKept} />
        {isKept && <SignInAgain email={owner.email} />}
      </Overlays>
    )
  )
}

/** Component of its own: unmounted on signing out, it sends no request before the page leaves the screen. */
function Frame({ profile, isSignedIn }: { profile: Profile; isSignedIn: boolean }) {
  const path = useLocation({ select: location => location.pathname })
  useLiveRefresh(useLiveToasts(profile, path), isSignedIn)
  const content = useRef<HTMLElement>(null)
  const { data: isAway } = useQuery({ ...liveState, select: state => state === 'away' })
  const { connectionId } = useSelectedConnection()
  const [menuOpen, menu] = useDisclosure()
  const { Part: MenuDrawer, ask: askMenu } = useOnDemand(loadMenu)
  const { Finder, open: openFinder } = useFinder()
  const navigate = useNavigate()
  const { list: shortcuts } = useShortcuts(
    {
      goTo: to => {
        content.current?.focus({ preventScroll: true })
        void navigate({ to })
      },
      find: openFinder,
    },
    profile.keyboardShortcuts,
  )
  useFocusOnArrival(content)
  const phone = usePhone()
  useCloseOnLeaving()
  useStatusBarColor()
  useDocumentTitle(`${screenLabel(path)} · Pregonero`)

  return (
    <KeysAlone value={profile.keyboardShortcuts}>
      <AppShell
        header={{ height: { base: connectionId === null ? 56 : 100, sm: 48 } }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: true } }}
        footer={{
          height: { base: isAway ? 93 : 57, sm: 37 },
          collapsed: !phone && !isAway,
        }}
        padding={0}
      >
        <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
          Ir al contenido
        </button>
        <AppShell.Header className={classes.bar}>
          <TopBar
            path={path}
            simulated={profile.simulated}
            onOpenMenu={() => void askMenu(menu.open)}
            onOpenFinder={openFinder}
          />
        </AppShell.Header>
        <AppShell.Navbar className={classes.sidebar}>
          {!phone && <Sidebar profile={profile} />}
        </AppShell.Navbar>
        {MenuDrawer && <MenuDrawer opened={menuOpen} onClose={menu.close} profile={profile} />}
        <AppShell.Main ref={content} tabIndex={-1} className={classes.main}>
          <Outlet />
        </AppShell.Main>
        <AppShell.Footer className={classes.bar}>
          <AwayBar isAway={isAway} />
          {phone && <BottomBar onFind={openFinder} />}
        </AppShell.Footer>
        {Finder && <Finder />}
        {shortcuts}
        {isSignedIn && <ReauthenticationDialog key={path} email={profile.email} />}
      </AppShell>
    </KeysAlone>
  )
}

/** Focuses a screen's content if the link that led there disappeared with the previous screen. */
function useFocusOnArrival(content: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation && document.activeElement === document.body)
          content.current?.focus({ preventScroll: true })
      }),
    [router, content],
  )
}

/** Warns that the server is unreachable and that the screen may be out of date. */
function AwayBar({ isAway }: { isAway: boolean | undefined }) {
  return (
    <div role="status">
      {isAway && (
        <p className={classes.away}>
          <IconPlugConnectedX />
          <span>
            <strong>Sin conexión.</strong> Lo que ves puede no estar al día.
          </span>
        </p>
      )}
    </div>
  )
}
