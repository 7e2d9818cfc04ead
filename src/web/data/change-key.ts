import type { QueryKey } from '@tanstack/react-query'

/**
 * Names the changes of a query that are shown before they are stored: as long as one of them is under
 * way, what the server answers is older than what is shown.
 */
export const changeKey = (queryKey: QueryKey) => ['change', queryKey] as const
