/** Posts a body like TradingView: objects as JSON, anything else as text or with the given content type. */
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
