import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connection } from '#shared/model/connection.ts'
import { api, client } from '#web/data/client.ts'
import { changeKey } from '#web/data/refresh.ts'
import { showError } from '#web/parts/show-error.ts'

const list = api.connections.list.queryOptions()
const mutationKey = changeKey(list.queryKey)

/** Switches a connection on and off: shown at once, then stored, rolled back if the server refuses. */
export function useActiveSwitch({ id }: Pick<Connection, 'id'>) {
  const queryClient = useQueryClient()
  const show = (isActive: boolean) =>
    queryClient.setQueryData(list.queryKey, all =>
      all?.map(one => (one.id === id ? { ...one, isActive } : one)),
    )
  return useMutation({
    mutationKey,
    // Serialised, so that the last click wins.
    scope: { id: `switch ${id}` },
    mutationFn: (isActive: boolean) => client.connections.update({ id, isActive }),
    onMutate: async isActive => {
      await queryClient.cancelQueries({ queryKey: list.queryKey })
      show(isActive)
    },
    onError: (error, isActive) => {
      show(!isActive)
      showError(error)
    },
  })
}
