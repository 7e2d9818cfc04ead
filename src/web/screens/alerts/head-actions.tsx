import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCalendarX, IconDots, IconDownload, IconRefresh } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { type ExportFormat, exportFormats } from '#shared/list-choices.ts'
import { showError } from '#web/parts/show-error.ts'
import { askBulk } from './ask-bulk.ts'
import type { Found } from './use-alerts-page.ts'
import { resendAllLabel } from './words.ts'

interface HeadActionsProps {
  /** Undefined until loaded, and while a previous page is still on screen. */
  found: Found | undefined
}

/** Actions on the whole history, or on all matches of the filters. */
export function HeadActions({ found }: HeadActionsProps) {
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconDownload />} disabled={!found?.total}>
            Exportar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ExportItems found={found} />
        </Menu.Dropdown>
      </Menu>
      <Button variant="outline" color="bad" leftSection={<IconCalendarX />} onClick={askPurge}>
        Eliminar +30 Días
      </Button>
    </>
  )
}

/** Actions of `HeadActions` on phones, in a dots menu. */
export function HeadMenu({ found }: HeadActionsProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Más acciones">
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems found={found} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconCalendarX />} onClick={askPurge}>
          Eliminar +30 Días
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Offers to resend all failed alerts that match the filters. */
export function ResendAllButton({ found }: HeadActionsProps) {
  return (
    <Button
      leftSection={<IconRefresh />}
      disabled={!found}
      onClick={() => found && askBulk(acts => acts.resendingOfFound(found))}
    >
      {resendAllLabel(found)}
    </Button>
  )
}

const ExportItems = ({ found }: HeadActionsProps) =>
  exportFormats.map(format => (
    <Menu.Item
      key={format}
      leftSection={<IconDownload />}
      disabled={!found?.total}
      onClick={() => found && askExport(format, found)}
    >
      Exportar como {format.toUpperCase()}
    </Menu.Item>
  ))

const askPurge = () => askBulk(acts => acts.purge(Date.now()))

async function askExport(format: ExportFormat, found: Found): Promise<void> {
  try {
    const { openExport } = await import('./export/open-export.tsx')
    flushSync(() => openExport(format, found))
  } catch (error) {
    showError(error)
  }
}
