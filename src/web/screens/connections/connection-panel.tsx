import { Button } from '@mantine/core'
import { IconBraces, IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { testTexts } from '#shared/texts/connections.ts'
import { localTimeZone } from '#web/data/local-time.ts'
import { ConnectionDialog } from '#web/parts/connection-form/connection-dialog.tsx'
import { PayloadDialog } from '#web/parts/payload-dialog/payload-dialog.tsx'
import { AlertsTrend } from '#web/parts/trend/alerts-trend.tsx'
import { useConnectionTest } from '#web/parts/use-connection-test.ts'
import { SectionCard } from '#web/ui/section-card.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import classes from './connection-panel.module.css'
import { PanelActivity } from './panel-activity.tsx'
import { PanelAddresses } from './panel-addresses.tsx'
import { PanelDetails } from './panel-details.tsx'
import { PanelListening } from './panel-listening.tsx'
import { PanelStatistics } from './panel-statistics.tsx'
import { useActiveSwitch } from './use-active-switch.ts'

interface ConnectionPanelProps {
  connection: Connection
  templates: Template[]
  onSaved: (saved: Connection) => void
  onRemove: () => void
}

/** A connection's details and actions, beside its statistics and activity. */
export function ConnectionPanel({
  connection,
  templates,
  onSaved,
  onRemove,
}: ConnectionPanelProps) {
  const activity = useActiveSwitch(connection)
  const { test, testing, result } = useConnectionTest(connection, testTexts.failedOnPanel)
  const [editing, edit] = useOpening<Connection>()
  const [generating, generate] = useOpening<string>()
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <PanelDetails
          connection={connection}
          templates={templates}
          result={result}
          onSwitch={activity.mutate}
          onEdit={() => edit(connection)}
        />
        <PanelActions
          testing={testing}
          // The edit must start from the version that the switch is about to create.
          editable={!activity.isPending}
          onGenerate={() => generate(connection.id)}
          onTest={test}
          onEdit={() => edit(connection)}
          onRemove={onRemove}
        />
        <PanelListening connection={connection} onEdit={() => edit(connection)} />
      </div>
      <div className={classes.column}>
        <PanelStatistics connection={connection} />
        <AlertsTrend scope={{ tz: localTimeZone(), connectionId: connection.id }} />
        <PanelActivity connection={connection} />
        <PanelAddresses connection={connection} />
      </div>
      {editing && (
        <ConnectionDialog
          key={`edit ${editing.key}`}
          origin={{ kind: 'edit', connection: editing.for }}
          templates={templates}
          onSaved={onSaved}
        />
      )}
      {generating && (
        <PayloadDialog
          key={`generate ${generating.key}`}
          source={{ kind: 'connection', id: generating.for }}
        />
      )}
    </div>
  )
}

interface PanelActionsProps {
  testing: boolean
  editable: boolean
  onGenerate: () => void
  onTest: () => void
  onEdit: () => void
  onRemove: () => void
}

function PanelActions({
  testing,
  editable,
  onGenerate,
  onTest,
  onEdit,
  onRemove,
}: PanelActionsProps) {
  return (
    <SectionCard title="Acciones">
      <div className={classes.actions}>
        <Button className={classes.wide} leftSection={<IconBraces />} onClick={onGenerate}>
          Generar JSON para TradingView
        </Button>
        <Button leftSection={<IconSend />} loading={testing} onClick={onTest}>
          Probar
        </Button>
        <Button leftSection={<IconPencil />} disabled={!editable} onClick={onEdit}>
          Editar
        </Button>
        <Button
          className={classes.remove}
          variant="outline"
          color="bad"
          leftSection={<IconTrash />}
          onClick={onRemove}
        >
          Eliminar
        </Button>
      </div>
    </SectionCard>
  )
}
