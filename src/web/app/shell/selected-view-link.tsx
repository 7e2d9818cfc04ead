import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#web/data/client.ts'
import { useSelectedConnection } from '#web/data/selected-connection.ts'
import { addresses } from '../addresses.ts'
import classes from './top-bar.module.css'

interface SelectedViewLinkProps {
  connectionId: string
  /** True if the screen shows only that connection. */
  isConfined: boolean
}

/**
 * «Panel: Oro H1», a link to the panel of that connection. Deselects a connection that is gone or belongs to another
 * account.
 */
export function SelectedViewLink({ connectionId, isConfined }: SelectedViewLinkProps) {
  const { clear } = useSelectedConnection()
  const { data: connections, isStale } = useQuery(api.connections.list.queryOptions())
  const name = connections?.find(({ id }) => id === connectionId)?.name
  // A stale list may lack a connection just created.
  const isGone = !isStale && name === undefined

  useEffect(() => {
    if (isGone) clear()
  }, [isGone, clear])

  return (
    <Link
      to={addresses.dashboard}
      className={classes.link}
      data-confined={isConfined}
      title={isConfined ? name : `${name ?? ''}: solo el Panel y los avisos se limitan a ella.`}
    >
      <span className={classes.what}>Panel:</span>{' '}
      <span className={classes.name}>{name ?? '…'}</span>
    </Link>
  )
}
