import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/data/client.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { LoaderScreen } from '#web/ui/loader-screen.tsx'
import { ConnectStep } from './connect-step.tsx'
import classes from './onboarding.module.css'
import { ReceiveStep } from './receive-step.tsx'
import { Steps } from './steps.tsx'

/** Guides from an empty account to the first message; calls `onDone` when the user opens the dashboard. */
export function Onboarding({ onDone }: { onDone: () => void }) {
  const connections = useQuery(api.connections.list.queryOptions())
  const templates = useQuery(api.templates.list.queryOptions())
  const [connectionId, setConnectionId] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  /** True after the first change of step; the title then takes the focus. */
  const [hasMoved, setMoved] = useState(false)

  const edit = (editing: boolean) => {
    setEditing(editing)
    setMoved(true)
  }

  if (!connections.data || !templates.data) {
    const error = connections.error ?? templates.error
    if (!error) return <LoaderScreen within text="Cargando tus datos..." />
    return (
      <div className={classes.wizard}>
        <LoadError
          title="No se pudo cargar la configuración inicial"
          error={error}
          onRetry={() => Promise.all([connections.refetch(), templates.refetch()])}
        />
      </div>
    )
  }

  const all = connections.data
  const connection =
    all.find(({ id }) => id === connectionId) ?? all.find(({ isActive }) => isActive) ?? all[0]
  const isReceiving = connection !== undefined && !isEditing

  return (
    <div className={classes.wizard} data-wide={isReceiving}>
      <Steps current={isReceiving ? 2 : 1} />
      {isReceiving ? (
        <ReceiveStep
          key={connection.id}
          connection={connection}
          templates={templates.data}
          takesFocus={hasMoved}
          onBack={() => edit(true)}
          onDone={onDone}
        />
      ) : (
        <ConnectStep
          connection={connection}
          templates={templates.data}
          takesFocus={hasMoved}
          onCancel={() => edit(false)}
          onSaved={({ id }) => {
            setConnectionId(id)
            edit(false)
          }}
        />
      )}
    </div>
  )
}
