import { Outlet } from '@tanstack/react-router'
import { Page } from '#web/ui/page.tsx'
import { ViewLink, Views } from '#web/ui/views.tsx'

/** The frame of both views, which stays when one goes to the other: so does the focus. */
export const SettingsScreen = () => (
  <Page title="Configuración" views={<SettingsViews />}>
    <Outlet />
  </Page>
)

const SettingsViews = () => (
  <Views>
    <ViewLink to="/settings" activeOptions={{ exact: true }}>
      General
    </ViewLink>
    <ViewLink to="/settings/security">Seguridad</ViewLink>
  </Views>
)
