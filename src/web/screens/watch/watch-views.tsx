import { useSearch } from '@tanstack/react-router'
import { ViewLink, Views } from '#web/ui/views.tsx'

/** The two tabs, each with its own address. */
export function WatchViews() {
  const tab = useSearch({ from: '/shell/watch', select: search => search.tab })
  return (
    <Views>
      {/* Without `exact`, the link without a tab would also match an address with one. */}
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
