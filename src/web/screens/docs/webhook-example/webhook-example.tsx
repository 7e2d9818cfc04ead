import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#shared/model/connection.ts'
import { api } from '#web/data/client.ts'
import { hideIds } from '#web/parts/address-id.ts'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { IdToggle } from '#web/parts/id-toggle.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { curlCommand, exampleBody, powershellCommand } from './post-command.ts'
import classes from './webhook-example.module.css'

/** A command that sends an alert to one of the reader's own connections. */
export function WebhookExample() {
  const { data: connections, error, refetch } = useQuery(api.connections.list.queryOptions())
  const [chosen, setChosen] = useState<string>()
  if (!connections) {
    if (!error) return <Skeleton className={classes.skeleton} />
    return (
      <LoadError title="No se pudieron cargar las conexiones" error={error} onRetry={refetch} />
    )
  }
  const connection =
    connections.find(({ id }) => id === chosen) ??
    connections.find(({ isActive }) => isActive) ??
    connections[0]
  if (!connection) {
    return (
      <p className={classes.none}>
        Aquí aparecerá el comando, listo para copiar, en cuanto tengas una conexión.{' '}
        <TextLink to="/connections">Crea la primera en Conexiones</TextLink>.
      </p>
    )
  }
  return (
    <div className={classes.example}>
      {connections.length > 1 && (
        <Select
          label="Conexión"
          data={connections.map(({ id, name }) => ({ value: id, label: name }))}
          value={connection.id}
          onChange={id => setChosen(id ?? undefined)}
        />
      )}
      {!connection.isActive && (
        <Notice tone="warn">
          <strong>Esta conexión está inactiva.</strong> La alerta se guardará en el historial, pero
          no se enviará.
        </Notice>
      )}
      <Command connection={connection} />
    </div>
  )
}

type Terminal = 'curl' | 'powershell'

const terminals: { value: Terminal; label: string }[] = [
  { value: 'curl', label: 'macOS y Linux' },
  { value: 'powershell', label: 'Windows' },
]

const commands = {
  curl: { name: 'curl', write: curlCommand },
  powershell: { name: 'PowerShell', write: powershellCommand },
}

function Command({ connection: { id, webhookUrl } }: { connection: Connection }) {
  const payload = useQuery(
    api.connections.payload.queryOptions({
      input: { id },
      // Refetched whenever this is shown, since the connection's template may have changed.
      staleTime: 0,
    }),
  )
  const [terminal, setTerminal] = useState<Terminal>('curl')
  const [shownId, setShownId] = useState<string>()
  const isShown = shownId === id
  if (!payload.data) {
    if (!payload.error) return <Skeleton className={classes.skeleton} />
    return (
      <LoadError
        title="No se pudo preparar el ejemplo"
        error={payload.error}
        onRetry={payload.refetch}
      />
    )
  }
  const { name, write } = commands[terminal]
  const command = write({ url: webhookUrl, body: exampleBody(payload.data) })
  return (
    <div>
      <div className={classes.head}>
        <SegmentedControl
          aria-label="Terminal"
          data={terminals}
          value={terminal}
          onChange={setTerminal}
        />
        <IdToggle isShown={isShown} onToggle={() => setShownId(isShown ? undefined : id)} />
        <CopyButton
          look="default"
          size="xs"
          value={command}
          label={`Copiar como ${name}`}
          texts={copyTexts.command}
        />
      </div>
      <pre>{isShown ? command : hideIds(command, { id, webhookUrl })}</pre>
      <p className={classes.after}>
        Después, mírala en el{' '}
        <TextLink to="/alerts" search={{ connectionId: id }}>
          historial de esta conexión
        </TextLink>
        .
      </p>
    </div>
  )
}
