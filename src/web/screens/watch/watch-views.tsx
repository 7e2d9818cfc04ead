import { useSearch } from '@tanstack/react-router'
import { ViewLink, Views } from '#web/ui/views.tsx'

/** The two tabs, each at its own address. */
export function WatchViews() {
  const tab = useSearch({ from: '/shell/watch', select: search => search.tab })
  return (
    <Views>
      {/* An address without a tab is part of one with a tab. */}
      <ViewLink
        to="/watch"
        search={{ tab: undefined }}
        activeOptions={{ exact: tab !== undefined }}
      >
        Vigía
      </ViewLink>
      <ViewLink to="/watch" search={{ tab: 'conciliacion' }}>
        Conciliación
      </ViewLink>
    </Views>
  )
}
