/** What the status of the webhook's answer means to whoever sent a test; null: it took the alert. */
export function webhookRefusal(status: number): string | null {
  if (status === 202) return null
  return (
    refusals.get(status) ??
    `El webhook respondió ${status}. Mira el Registro de Errores y vuelve a probar.`
  )
}

const refusals = new Map([
  [404, 'El webhook no conoce esta conexión: quizá se eliminó en otra pestaña. Recarga la página.'],
  [413, 'El webhook rechazó la alerta por su tamaño. Sube WEBHOOK_MAX_BYTES en el servidor.'],
  [
    503,
    'El servidor no pudo guardar la alerta. Espera unos segundos y vuelve a probar; TradingView la reenviaría sin que hagas nada.',
  ],
])
