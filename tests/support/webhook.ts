/** Posts a body as TradingView does: JSON as JSON, anything else as text, or as what it is called. */
export function postAlert(
  webhookUrl: string,
  body: string | object | Uint8Array<ArrayBuffer>,
  contentType?: string,
): Promise<Response> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return fetch(webhookUrl, {
    method: 'POST',
    headers: {
      'content-type':
        contentType ?? (isRaw ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'),
    },
    body: isRaw ? body : JSON.stringify(body),
  })
}
