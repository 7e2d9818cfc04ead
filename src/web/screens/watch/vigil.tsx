import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { WatchFilter } from '#shared/list-choices.ts'
import { api } from '#web/data/client.ts'
import { dates } from '#web/data/local-time.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { useHeartbeatMaker } from '#web/parts/heartbeat/use-heartbeat-maker.tsx'
import { useClosing } from '#web/parts/use-closing.ts'
import { useOnDemand } from '#web/parts/use-on-demand.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Page } from '#web/ui/page.tsx'
import text from '#web/ui/text.module.css'
import { useAddressText } from '#web/ui/use-address-text.ts'
import { useOpening } from '#web/ui/use-opening.ts'
import { Heartbeats } from './heartbeats.tsx'
import { matchingSeries } from './matching-series.ts'
import { SeriesDetail } from './series-detail.tsx'
import { SeriesRows } from './series-rows.tsx'
import classes from './vigil.module.css'
import { WatchFilters } from './watch-filters.tsx'
import { WatchViews } from './watch-views.tsx'
import { absenceWords, fallsWords } from './words.ts'

/** In ms; states change with the clock, also without new alerts. */
const REFRESH_MS = 60_000

const loadSettings = async () => (await import('./alarm-settings.tsx')).AlarmSettings

/** Watched alerts: when each is expected again, and which have fallen silent. */
export function Vigil() {
  const { state, connectionId, series, page, ...address } = useSearch({ from: '/shell/watch' })
  const navigate = useNavigate({ from: '/watch' })
  const [search, setSearch] = useAddressText(address.search ?? '', typed =>
    navigate({
      search: before => ({ ...before, search: typed || undefined, page: 1 }),
      replace: true,
    }),
  )
  const choose = (choice: { state?: WatchFilter | undefined; connectionId?: string | undefined }) =>
    navigate({ search: before => ({ ...before, ...choice, page: 1 }), replace: true })
  const list = useQuery(api.watch.list.queryOptions({ refetchInterval: REFRESH_MS }))
  const settings = useQuery(api.watch.settings.queryOptions())
  const { Part: AlarmSettings, ask } = useOnDemand(loadSettings)
  const [settling, openSettings] = useOpening<null>()
  const settle = () => ask(() => openSettings(null))

  const { maker, make } = useHeartbeatMaker()

  const all = list.data?.items
  const filter = { state, connectionId, search }
  const sought = useDeferredValue(search)
  const shown = all ? matchingSeries(all, { ...filter, search: sought }) : []
  const isMute = settings.data?.connectionId === null && all !== undefined && all.length > 0
  const close = useClosing(
    series !== undefined,
    () =>
      void navigate({
        search: before => ({ ...before, series: undefined }),
        replace: true,
        resetScroll: false,
      }),
  )

  return (
    <Page
      title="Vigía"
      views={<WatchViews />}
      action={
        <>
          <Button leftSection={<IconBellRinging />} onClick={settle}>
            Avisos
          </Button>
          <CreateButton
            variant="filled"
            lacks={undefined}
            onCreate={() => make({ kind: 'create' })}
          >
            Crear Latido
          </CreateButton>
        </>
      }
      filters={
        (all ? all.length > 0 : !list.error) && (
          <WatchFilters
            filter={filter}
            all={all}
            shown={shown.length}
            onChoose={choose}
            onSearch={setSearch}
          />
        )
      }
    >
      {isMute && (
        <Callout
          what="Nadie te avisa fuera de esta pantalla."
          remedy="Elige por qué conexión quieres saber que una alerta ha callado."
          actions={<Button onClick={settle}>Elegir conexión</Button>}
        />
      )}
      <Heartbeats make={make} />
      <SeriesRows
        list={list.data}
        shown={shown}
        page={page}
        onPage={chosen => navigate({ search: before => ({ ...before, page: chosen }) })}
        error={list.error}
        onRetry={list.refetch}
        onClearFilters={() => {
          setSearch('')
          void choose({ state: undefined, connectionId: undefined })
        }}
      />
      {list.data && list.data.items.length > 0 && (
        <p className={`${classes.foot} ${text.quiet}`}>
          {fallsWords(list.data.falls)} {absenceWords(list.data, dates)}
        </p>
      )}
      <SeriesDetail id={series} known={all?.find(({ id }) => id === series)} onClose={close} />
      {maker}
      {settling && AlarmSettings && <AlarmSettings key={settling.key} />}
    </Page>
  )
}
