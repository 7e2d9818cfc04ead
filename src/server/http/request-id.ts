import type { ServerResponse } from 'node:http'
import { newRequestId } from '#server/base/ids.ts'

const HEADER = 'X-Request-Id'

/** Gives every answer the id by which the log identifies its request. */
export const giveRequestId = (outgoing: ServerResponse): void =>
  void outgoing.setHeader(HEADER, newRequestId())

export const requestIdOf = (outgoing: ServerResponse): string =>
  outgoing.getHeader(HEADER)?.toString() ?? ''
