import { Button, Switch, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCopyPlus,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import type { ConnectionWeek } from '#shared/model/stats.ts'
import type { Template } from '#shared/model/template.ts'
import type { Origin } from '#web/parts/connection-form/connection-values.ts'
import { useConnectionTest } from '#web/parts/use-connection-test.ts'
import { ItemAction, ItemCard, MainActions } from '#web/ui/item-card.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { focusMarks } from '#web/ui/row-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './connection-card.module.css'
import { ConnectionFacts, ConnectionTags, TagsSkeleton } from './connection-facts.tsx'
import { ConnectionState } from './connection-state.tsx'
import { useActiveSwitch } from './use-active-switch.ts'
import { useConnectionRemoval } from './use-connection-removal.tsx'

interface ConnectionCardProps {
  connection: Connection
  template: Template | undefined
  /** Undefined until it has arrived. */
  week: ConnectionWeek | undefined
  onGenerate: (id: string) => void
  /** Opens the form for an edit or a copy. */
  onOpen: (origin: Origin) => void
}

/** Re-renders only when its own props change: there may be many cards. */
export const ConnectionCard = memo(function ConnectionCard({
  connection,
  template,
  week,
  onGenerate,
  onOpen,
}: ConnectionCardProps) {
  const { id, name, description, tags, isActive, trouble } = connection
  const titleId = useId()
  const activity = useActiveSwitch(connection)
  const { test, testing, result } = useConnectionTest(connection)
  const removal = useConnectionRemoval()
  const word = isActive ? 'Activa' : 'Inactiva'

  return (
    <ItemCard
      titleId={titleId}
      foot={
        <>
          <MainActions>
            <Button size="xs" aria-describedby={titleId} onClick={() => onGenerate(id)}>
              Generar JSON para TradingView
            </Button>
            <LinkButton
              {...focusMarks.row}
              to="/connections/$connectionId/panel"
              params={{ connectionId: id }}
              size="xs"
              aria-describedby={titleId}
            >
              Ver Panel Específico
            </LinkButton>
          </MainActions>
          <ItemAction
            titleId={titleId}
            icon={IconSend}
            label="Probar"
            loading={testing}
            onClick={test}
          />
          <ItemAction
            titleId={titleId}
            icon={IconPencil}
            label="Editar"
            // The edit must start from the version that the switch is about to create.
            disabled={activity.isPending}
            onClick={() => onOpen({ kind: 'edit', connection })}
          />
          <ItemAction
            titleId={titleId}
            icon={IconCopyPlus}
            label="Duplicar"
            onClick={() => onOpen({ kind: 'copy', connection })}
          />
          <ItemAction
            titleId={titleId}
            icon={IconTrash}
            label="Eliminar"
            onClick={() => removal.ask(connection)}
          />
        </>
      }
    >
      <header className={classes.head}>
        <Title
          order={2}
          id={titleId}
          className={`${classes.name} ${text.line}`}
          data-inactive={!isActive}
          title={name}
        >
          {name}
        </Title>
        {isActive && trouble && (
          <IconAlertTriangle className={classes.warning} role="img" aria-label="Con problemas" />
        )}
        <Switch
          className={classes.switch}
          labelPosition="left"
          label={word}
          aria-label={`${word}: ${name}`}
          checked={isActive}
          onChange={event => activity.mutate(event.currentTarget.checked)}
        />
      </header>
      <p className={`${classes.description} ${text.quiet}`} title={description}>
        {description || 'Sin descripción'}
      </p>
      <ConnectionFacts connection={connection} template={template} week={week} />
      <ConnectionTags tags={tags} />
      <div className={classes.state}>
        <ConnectionState
          connection={connection}
          result={result}
          onEdit={() => onOpen({ kind: 'edit', connection })}
        />
      </div>
    </ItemCard>
  )
})

/** Placeholder in the shape of a card with all its rows. */
export function ConnectionCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <MainActions>
            <Skeleton height={28} width={196} />
            <Skeleton height={28} width={128} />
          </MainActions>
          <Skeleton height={28} width={80} />
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={92} />
          <Skeleton height={28} width={88} />
        </>
      }
    >
      <div className={classes.head}>
        <Skeleton height={16} width="40%" />
        <Skeleton className={classes.switch} height={20} width={38} />
      </div>
      <Skeleton height={8} width="60%" mt={4} mb={16} />
      {['24%', '44%', '48%', '36%', '32%', '60%'].map(width => (
        <div key={width} className={classes.head}>
          <Skeleton height={8} width={56} mr={16} />
          <Skeleton height={8} width={width} />
        </div>
      ))}
      <TagsSkeleton />
      <div className={classes.state}>
        <Skeleton height={32} />
      </div>
    </ItemCard>
  )
}
