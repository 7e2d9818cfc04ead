import { lazyRouteComponent } from '@tanstack/react-router'

/** The router reloads the page when a screen's code is gone, as after an update; that takes a server. */
export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch(async error => {
        const isReachable = await fetch('/healthz').then(
          ({ ok }) => ok,
          () => false,
        )
        throw isReachable ? error : new Error('The server can not be reached', { cause: error })
      }),
    exportName,
  )
