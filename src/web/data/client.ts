import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { contract } from '#shared/contract/contract.ts'

/** The contract's calls. They throw the contract's errors; `isDefinedError` of oRPC tells them apart. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract>> = createORPCClient(
  new OpenAPILink(contract, { url: () => new URL('/api', location.origin) }),
)

/** The same calls as options for `useQuery` and `useMutation`. */
export const api = createTanstackQueryUtils(client)

/** The server does not know who is asking: the sign-in ended. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 401
