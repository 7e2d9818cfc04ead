import type { Connection } from '#shared/model/connection.ts'

/** The id at the end of a webhook's address, which is its secret. */
export const addressId = (webhookUrl: string): string =>
  webhookUrl.slice(webhookUrl.lastIndexOf('/') + 1)

/** Masks a connection's id and that of its newest webhook address in a text with dots; other addresses stay. */
export const hideIds = (
  text: string,
  { id, webhookUrl }: Pick<Connection, 'id' | 'webhookUrl'>,
): string =>
  [id, addressId(webhookUrl)].reduce(
    (shown, secret) => shown.replaceAll(secret, '•'.repeat(secret.length)),
    text,
  )
