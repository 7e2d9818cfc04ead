import { Button, Stack } from '@mantine/core'
import { isDefinedError } from '@orpc/client'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { shortId } from '#shared/format.ts'
import type { Alert } from '#shared/model/alert.ts'
import { api } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { openBulk } from '#web/parts/bulk/open-bulk.tsx'
import { DeliveryStatusMark } from '#web/parts/delivery-status.tsx'
import { deletionOf } from '#web/screens/alerts/bulk-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusRow } from '#web/ui/row-focus.ts'
import { showToast } from '#web/ui/show-toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialogAbove } from '#web/ui/use-dialog-above.ts'
import { AlertCallouts, hasCallouts } from './alert-callouts.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { Journey } from './journey.tsx'
import { Neighbours } from './neighbours.tsx'
import { Payload } from './payload.tsx'
import { ResendButton, ResendDeliveredButton } from './resend-buttons.tsx'
import { SentMessage } from './sent-message.tsx'
import { WhyWaiting } from './why-waiting.tsx'

interface AlertDetailProps {
  /** Empty if closed. */
  id: string
  /** Alerts of the list's page, in its order. */
  page: readonly Alert[]
  onOpen: (id: string) => void
  onDeleted: (alert: Alert) => void
  onClose: () => void
}

/** Details of one alert, on whichever page it is. */
export function AlertDetail({ id, page, onOpen, onDeleted, onClose }: AlertDetailProps) {
  // Keeps the content while the dialog fades out.
  const [shown, setShown] = useState(id)
  if (id !== '' && id !== shown) setShown(id)
  const opened = id !== ''
  const place = page.findIndex(row => row.id === shown)
  const { deleting, askDeletion } = useAlertDeletion(alert => {
    onDeleted(alert)
    onClose()
    focusRow(place)
  })
  const {
    data: alert,
    error,
    refetch,
  } = useQuery(
    api.alerts.read.queryOptions({
      input: { id: shown },
      // An alert being deleted is not fetched.
      enabled: opened && shown !== deleting,
    }),
  )

  const { data: connections } = useQuery(api.connections.list.queryOptions())
  const connection = connections?.find(one => one.id === alert?.connectionId)

  const isMissing = opened && isDefinedError(error) && error.code === 'NOT_FOUND'
  const isUnknown = isMissing && !alert
  /** True if the alert was deleted after it had been shown. */
  const isGone = isMissing && alert !== undefined
  const leave = useEffectEvent(() => {
    showToast({ type: 'error', message: `Alerta con ID ${shortId(id)} no encontrada.` })
    onClose()
  })
  useEffect(() => {
    if (isUnknown) leave()
  }, [isUnknown])

  const isCovered = useDialogAbove()
  const close = () => {
    if (!isCovered.current) onClose()
  }

  const known = alert ?? page.find(row => row.id === shown)
  return (
    <Dialog
      opened={opened && !isUnknown}
      onClose={close}
      width={960}
      title={known?.name ?? 'Alerta'}
      titleAside={
        known && (
          <DeliveryStatusMark
            look="chip"
            status={known.telegramDeliveryStatus}
            fits={known.fits}
            gaps={known.gaps}
          />
        )
      }
      headActions={<Neighbours id={shown} page={page} onOpen={onOpen} />}
      lead={
        alert &&
        (isGone || hasCallouts(alert)) && (
          <>
            {isGone && (
              <Notice>
                Esta alerta se ha eliminado. Lo que ves es lo último que se supo de ella.
              </Notice>
            )}
            <AlertCallouts
              alert={alert}
              mending={!isGone && <ResendButton key={alert.id} id={alert.id} />}
            />
          </>
        )
      }
      side={{
        isFirst: true,
        width: 385,
        mainTab: 'Detalles',
        tab: 'Mensaje',
        content: alert ? (
          <Stack gap={20}>
            <SentMessage alert={alert} />
            <Journey alert={alert} />
          </Stack>
        ) : (
          !error && <Skeleton height={240} />
        ),
      }}
      footStart={
        alert &&
        !isGone && (
          <Button
            variant="subtle"
            color="bad"
            leftSection={<IconTrash />}
            onClick={() => askDeletion(alert)}
          >
            Eliminar
          </Button>
        )
      }
      foot={
        <>
          {alert?.telegramDeliveryStatus === 'success' && !isGone && (
            <ResendDeliveredButton key={alert.id} alert={alert} />
          )}
          <Button onClick={onClose}>Cerrar</Button>
        </>
      }
    >
      {alert && (
        <Stack gap="md">
          <AlertFacts alert={alert} connection={connection} />
          {alert.telegramDeliveryStatus === 'pending' && !isGone && <WhyWaiting id={alert.id} />}
          <Payload key={alert.id} alert={alert} neverShown={connection?.neverShown} />
        </Stack>
      )}
      {!alert && !error && <LoadingFacts />}
      {!alert && error && (
        <Stack align="flex-start">
          <Notice>{errorMessage(error)}</Notice>
          <Button onClick={() => refetch()}>Reintentar</Button>
        </Stack>
      )}
    </Dialog>
  )
}

function LoadingFacts() {
  return (
    <Stack gap="md" aria-hidden="true">
      {['70%', '55%', '40%', '45%', '60%'].map(width => (
        <Skeleton key={width} height={12} width={width} />
      ))}
      <Skeleton height={240} mt={16} />
    </Stack>
  )
}

/** Deletes an alert after confirmation; `deleting` is the id of the alert being deleted. */
function useAlertDeletion(onDeleted: (alert: Alert) => void) {
  const [deleting, setDeleting] = useState<string>()
  const askDeletion = (alert: Alert) => {
    const { step, ...deletion } = deletionOf([alert])
    const deleteIt = async () => {
      setDeleting(alert.id)
      try {
        return await step()
      } catch (error) {
        setDeleting(undefined)
        throw error
      }
    }
    openBulk({ ...deletion, step: deleteIt }, () => onDeleted(alert))
  }
  return { deleting, askDeletion }
}
