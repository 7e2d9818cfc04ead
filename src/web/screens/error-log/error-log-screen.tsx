import { Button, Stack } from '@mantine/core'
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { LoadError } from '#web/parts/load-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { ClearButtons } from './clear-buttons.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogRows, LogRowsSkeleton } from './log-rows.tsx'
import { useErrorLog } from './use-error-log.ts'

export function ErrorLogScreen() {
  const phone = usePhone()
  const { search, choose, data, error, refetch, isWaiting, view, isFiltered } = useErrorLog()
  const [text, setText] = useAddressText(search.search ?? '', typed =>
    choose({ search: typed || undefined }, { replace: true }),
  )
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    setText('')
    void choose({ search: undefined, critical: undefined })
    field.current?.focus()
  }
  // While an answer is pending, the log may turn out not to be empty.
  const isEmpty = data?.total === 0 && !isFiltered && !isWaiting

  const content = () => {
    if (!data) {
      if (!error) return <LogRowsSkeleton />
      return <LoadError title="No se pudo cargar el registro" error={error} onRetry={refetch} />
    }
    if (isEmpty) {
      return (
        <EmptyState icon={IconCircleCheck} title="El registro está vacío">
          Aquí quedará lo que falle al recibir o entregar tus alertas.
        </EmptyState>
      )
    }
    if (data.total === 0) {
      return (
        <EmptyState
          icon={IconSearchOff}
          title="Ninguna entrada coincide"
          action={<Button onClick={clear}>Limpiar</Button>}
        >
          Cambia la búsqueda o la criticidad para ver otras.
        </EmptyState>
      )
    }
    return (
      <LogRows
        data={data}
        view={view}
        page={search.page}
        isBusy={isWaiting}
        onPage={page => choose({ page })}
      />
    )
  }

  return (
    <Page
      title="Registro de Errores del Sistema"
      action={!phone && !isEmpty && <ClearButtons />}
      filters={
        !isEmpty && (
          <LogFilters
            search={search}
            text={text}
            field={field}
            onType={setText}
            onChoose={choose}
            total={data?.total}
          />
        )
      }
    >
      {content()}
      {phone && data && !isEmpty && (
        <Stack component="footer" gap={8}>
          <ClearButtons />
        </Stack>
      )}
    </Page>
  )
}
