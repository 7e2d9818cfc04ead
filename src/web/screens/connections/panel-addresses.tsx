import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { shortId } from '#shared/format.ts'
import type { Address } from '#shared/model/address.ts'
import type { Connection } from '#shared/model/connection.ts'
import { addressTexts } from '#shared/texts/connections.ts'
import { api, client } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { Ago } from '#web/parts/ago.tsx'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { showError } from '#web/parts/show-error.ts'
import { useRemoval } from '#web/parts/use-removal.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { tip } from '#web/ui/tips.tsx'
import classes from './panel-addresses.module.css'
import { addressRemovalText } from './words.ts'

/** Webhook addresses of the connection, where a leaked address can be replaced. */
export function PanelAddresses({ connection: { id } }: { connection: Connection }) {
  const { data, error, refetch } = useQuery(api.addresses.list.queryOptions({ input: { id } }))
  const creation = useAction({
    call: (_, signal) => client.addresses.create({ id }, { signal }),
    onSuccess: () => showToast({ type: 'success', message: addressTexts.created }),
    onError: showError,
  })
  const removal = useRemoval({
    title: 'Confirmar Eliminación de Dirección',
    text: addressRemovalText,
    remove: (address: Address, signal) =>
      client.addresses.remove({ id, address: address.id }, { signal }),
    toast: () => ({ message: addressTexts.deleted }),
  })

  const content = () => {
    if (data) {
      return (
        <ul className={rows.rows} aria-label="Direcciones">
          {data.map((address, place) => (
            <AddressRow
              key={address.id}
              address={address}
              isNewest={place === 0 && data.length > 1}
              onRemove={data.length > 1 ? () => removal.ask(address) : undefined}
            />
          ))}
        </ul>
      )
    }
    if (!error) return <AddressSkeleton />
    return (
      <LoadError
        bare
        title="No se pudieron cargar las direcciones"
        error={error}
        onRetry={refetch}
      />
    )
  }
  return (
    <SectionCard
      flush
      title="Direcciones del webhook"
      aside={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus />}
          loading={creation.isPending}
          onClick={() => void creation.start()}
        >
          Nueva dirección
        </Button>
      }
    >
      {content()}
      <div className={classes.explained}>
        <p>Si alguien ha visto una dirección, cámbiala sin perder el historial:</p>
        <ol>
          <li>Crea una nueva: las dos funcionan a la vez.</li>
          <li>Pégala en tus alertas de TradingView, en «URL del webhook».</li>
          <li>Cuando por la antigua ya no llegue nada, elimínala.</li>
        </ol>
      </div>
    </SectionCard>
  )
}

interface AddressRowProps {
  address: Address
  /** True for the newest of several addresses, which other screens show; false for an only address. */
  isNewest: boolean
  /** Undefined for the only address. */
  onRemove: (() => void) | undefined
}

function AddressRow({ address, isNewest, onRemove }: AddressRowProps) {
  const { id, webhookUrl, createdAt, lastUsedAt } = address
  const nameId = useId()
  return (
    <li className={classes.row}>
      <div className={classes.what} id={nameId}>
        <div className={classes.name}>
          <code>/webhooks/{shortId(id)}</code>
          {isNewest && <Tag>La actual</Tag>}
        </div>
        <div className={`${classes.facts} ${text.quiet}`}>
          <time dateTime={createdAt}>Creada el {dates.date(createdAt)}</time>
          <span>
            {lastUsedAt === null ? (
              'Sin alertas en el historial'
            ) : (
              <>
                Última alerta <Ago instant={lastUsedAt} />
              </>
            )}
          </span>
        </div>
      </div>
      <CopyButton value={webhookUrl} label="Copiar dirección" texts={copyTexts.webhook} />
      {onRemove && (
        <ActionIcon
          {...tip('Eliminar dirección')}
          color="bad"
          aria-label="Eliminar dirección"
          aria-describedby={nameId}
          onClick={onRemove}
        >
          <IconTrash />
        </ActionIcon>
      )}
    </li>
  )
}

const AddressSkeleton = () => (
  <div className={classes.row} role="status" aria-label="Cargando las direcciones">
    <div className={classes.what}>
      <Skeleton height={12} my={4} width={144} />
      <Skeleton height={8} my={4} width={208} />
    </div>
  </div>
)
