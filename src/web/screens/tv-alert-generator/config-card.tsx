import { Button } from '@mantine/core'
import { IconChevronRight, IconCopyPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { formatNumber, shortId } from '#shared/format.ts'
import type { TvConfig } from '#shared/model/tv-config.ts'
import { Expiry } from '#web/parts/expiry/expiry.tsx'
import { ItemAction, ItemCard, ItemHead, MainActions } from '#web/ui/item-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import text from '#web/ui/text.module.css'
import classes from './config-card.module.css'

interface ConfigCardProps {
  config: TvConfig
  connectionName: string
  onGenerate: () => void
  onEdit: () => void
  onClone: () => void
  onDelete: () => void
}

export function ConfigCard({
  config,
  connectionName,
  onGenerate,
  onEdit,
  onClone,
  onDelete,
}: ConfigCardProps) {
  const { id, name, tradingViewConditionNotes, tradingViewFrequencyNotes, expiresOn } = config
  const titleId = useId()
  return (
    <ItemCard
      titleId={titleId}
      foot={
        <>
          <MainActions>
            <Button size="xs" aria-describedby={titleId} onClick={onGenerate}>
              Generar JSON para TV
            </Button>
          </MainActions>
          <ItemAction titleId={titleId} main icon={IconPencil} label="Editar" onClick={onEdit} />
          <ItemAction titleId={titleId} icon={IconCopyPlus} label="Clonar" onClick={onClone} />
          <ItemAction titleId={titleId} icon={IconTrash} label="Eliminar" onClick={onDelete} />
        </>
      }
    >
      <ItemHead titleId={titleId} name={name} id={id} shownId={shortId(id)} />
      <dl className={classes.facts}>
        <dt>Conexión</dt>
        <dd title={connectionName}>{connectionName}</dd>
        <Notes label="Condición">{tradingViewConditionNotes}</Notes>
        <Notes label="Frecuencia">{tradingViewFrequencyNotes}</Notes>
        {expiresOn !== null && (
          <>
            <dt>Caduca</dt>
            <dd>
              <Expiry configId={id} on={expiresOn} titleId={titleId} />
            </dd>
          </>
        )}
      </dl>
      <FieldList fields={Object.entries(config.templateFields)} />
    </ItemCard>
  )
}

function Notes({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={classes.notes} data-none={children === ''} title={children}>
        {children || 'Sin notas'}
      </dd>
    </>
  )
}

function FieldList({ fields }: { fields: [name: string, value: string][] }) {
  return (
    <details className={classes.fields}>
      <summary>
        <IconChevronRight className={classes.chevron} />
        Campos ({formatNumber(fields.length)})
      </summary>
      {fields.length > 0 && (
        <dl className={`${classes.values} ${text.code}`}>
          {fields.map(([name, value]) => (
            <div key={name} className={classes.value}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

/** Placeholder in the shape of a card with collapsed fields. */
export function ConfigCardSkeleton() {
  return (
    <ItemCard
      foot={
        <>
          <MainActions>
            <Skeleton height={28} width={128} />
          </MainActions>
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={76} />
          <Skeleton height={28} width={88} />
        </>
      }
    >
      <Skeleton height={16} width="55%" my={4} />
      <Skeleton height={8} width="20%" my={4} />
      <div className={classes.facts}>
        {['45%', '80%', '60%'].map(width => (
          <Row key={width} width={width} />
        ))}
      </div>
      <Skeleton height={8} width={72} my={10} />
    </ItemCard>
  )
}

const Row = ({ width }: { width: string }) => (
  <>
    <Skeleton height={8} width={56} />
    <Skeleton height={8} width={width} my={6} />
  </>
)
