import { Drawer } from '@mantine/core'
import type { Profile } from '#shared/model/profile.ts'
import classes from './menu-drawer.module.css'
import { Sidebar } from './sidebar.tsx'
import { useClearView } from './use-clear-view.ts'

interface MenuDrawerProps {
  opened: boolean
  onClose: () => void
  profile: Profile
}

/** The sidebar of a phone, over the screen. */
export function MenuDrawer({ opened, onClose, profile }: MenuDrawerProps) {
  const clearView = useClearView()
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={304}
      padding={0}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menú">
        <Drawer.Body>
          <Sidebar profile={profile} drawer={{ close: onClose, clearView }} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
