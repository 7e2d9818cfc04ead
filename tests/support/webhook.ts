/** Posts a body as TradingView does: JSON as JSON, anything else as text. */
export function postAlert(
  webhookUrl: string,
  body: string | object | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return fetch(webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': isRaw ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    },
    body: isRaw ? body : JSON.stringify(body),
  })
}
