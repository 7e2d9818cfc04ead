import { AppShell, Drawer } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Profile } from '#shared/model/profile.ts'
import { session } from '#web/data/session.ts'
import { type LiveState, type LiveToast, useLiveRefresh } from '#web/data/use-live-refresh.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { useHasUnsaved } from '#web/ui/unsaved.ts'
import { addresses } from '../addresses.ts'
import { useFinder } from './finder/use-finder.ts'
import { screenLabel } from './navigation.ts'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TopBar } from './top-bar.tsx'
import { useSelectedView } from './use-selected-view.ts'

/** What stands around every screen of a signed-in user. */
export function Shell() {
  const { data: profile } = useSuspenseQuery(session)
  const [last, setLast] = useState(profile)
  if (profile && profile !== last) setLast(profile)
  // A page whose session ended stays as long as it holds what would be lost.
  const isKept = useHasUnsaved() && !profile
  const owner = profile ?? (isKept ? last : null)
  return (
    owner && (
      <>
        <Frame key={owner.email} profile={owner} isSignedIn={!isKept} />
        {isKept && <SignInAgain email={owner.email} />}
      </>
    )
  )
}

/** Apart, so that nothing is asked of the server in the moment between signing out and leaving. */
function Frame({ profile, isSignedIn }: { profile: Profile; isSignedIn: boolean }) {
  const path = useLocation({ select: location => location.pathname })
  const live = useLiveRefresh(toast => {
    // The history tells itself of what has come.
    const isTold = path === addresses.alerts && toast.type === 'info'
    if (profile.notificationsEnabled && !isTold) showLiveToast(toast)
  }, isSignedIn)
  const content = useRef<HTMLElement>(null)
  const [menuOpen, menu] = useDisclosure()
  const { Finder, open: openFinder } = useFinder()
  const view = useSelectedView()
  useDocumentTitle(`${screenLabel(path)} · Pregonero`)

  return (
    <AppShell
      header={{ height: { base: view.connection ? 96 : 56, sm: 48 } }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: 37, collapsed: live !== 'away' }}
      padding={0}
    >
      <button type="button" className={classes.skip} onClick={() => content.current?.focus()}>
        Ir al contenido
      </button>
      <AppShell.Header className={classes.bar}>
        <TopBar
          path={path}
          view={view}
          live={live}
          simulated={profile.simulated}
          onOpenMenu={menu.open}
          onOpenFinder={openFinder}
        />
      </AppShell.Header>
      <AppShell.Navbar className={classes.sidebar}>
        <Sidebar profile={profile} />
      </AppShell.Navbar>
      <Drawer.Root
        opened={menuOpen}
        onClose={menu.close}
        size={304}
        padding={0}
        classNames={{ content: classes.drawer, body: classes.drawerBody }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menú">
          <Drawer.Body>
            <Sidebar
              profile={profile}
              drawer={{ close: menu.close, find: openFinder, clearView: view.clear }}
            />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <AppShell.Main ref={content} tabIndex={-1} className={classes.main}>
        <Outlet />
      </AppShell.Main>
      <AppShell.Footer className={classes.bar}>
        <AwayBar state={live} />
      </AppShell.Footer>
      {Finder && <Finder />}
    </AppShell>
  )
}

/** A steady stream of one a second stays one toast of each kind, and no queue grows behind it. */
const showLiveToast = (toast: LiveToast) => showToast({ ...toast, place: `live ${toast.type}` })

/** Says that the server can't be reached, so that what is on screen may not be so any more. */
function AwayBar({ state }: { state: LiveState }) {
  return (
    <div role="status">
      {state === 'away' && (
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
