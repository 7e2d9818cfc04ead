import { Outlet } from '@tanstack/react-router'
import { Page } from '#web/ui/page.tsx'
import { ViewLink, Views } from '#web/ui/views.tsx'

/** Frame of both views; stays mounted when the view changes, and so keeps the focus. */
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
