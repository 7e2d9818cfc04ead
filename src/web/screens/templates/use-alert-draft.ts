import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { truncate } from '#shared/format.ts'
import { MAX_NAME_LENGTH } from '#shared/limits.ts'
import { templateFromPayload } from '#shared/message/template/template-from-payload.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import type { Template, TemplateDraft } from '#shared/model/template.ts'
import { parsePayload } from '#shared/payload/payload.ts'
import { api } from '#web/data/client.ts'
import { showError } from '#web/parts/show-error.ts'

/** Initial values of a new template, written for an alert or copied. */
export interface TemplateStart extends Pick<TemplateDraft, 'name' | 'content'> {
  buttons?: Template['buttons']
  picture?: Template['picture']
  whenMissing?: Template['whenMissing']
  /** Connection that may use the template from now on: the alert's, if it still exists. */
  connection: { id: string; name: string; templateId: string } | undefined
}

interface AlertDraft extends TemplateStart {
  alert: RecentAlert
}

/** Draft for an alert; undefined until all data has loaded, or without an alert. */
export function useAlertDraft(alertId: string | undefined): AlertDraft | undefined {
  const enabled = alertId !== undefined
  const { data: alert, error } = useQuery(
    api.alerts.read.queryOptions({ input: { id: alertId ?? '' }, enabled }),
  )
  const { data: connections } = useQuery(api.connections.list.queryOptions({ enabled }))
  useEffect(() => {
    if (error) showError(error)
  }, [error])

  // Made once, from the first data: later changes do not affect the user's input.
  const [draft, setDraft] = useState<AlertDraft>()
  if (!draft && alert && connections) {
    setDraft(
      draftOf(
        alert,
        connections.find(({ id }) => id === alert.connectionId),
      ),
    )
  }
  return draft
}

const draftOf = (alert: AlertDetail, connection: TemplateStart['connection']): AlertDraft => ({
  name: truncate(`Plantilla de ${alert.connectionName}`, MAX_NAME_LENGTH - 1),
  content: templateFromPayload(parsePayload(alert.payloadText)),
  alert: recentOf(alert),
  connection: connection && {
    id: connection.id,
    name: connection.name,
    templateId: connection.templateId,
  },
})

/** An alert as the editor's sample. */
export const recentOf = (alert: AlertDetail): RecentAlert => ({
  alertName: alert.name,
  connectionName: alert.connectionName,
  timestamp: alert.timestamp,
  text: alert.payloadText,
})

/** Recent alert, as the server sends it. */
export interface RecentAlert {
  alertName: string
  connectionName: string
  timestamp: string
  /** Pretty-printed JSON. */
  text: string
}
