const copyTextsOf = (
  label: string,
  participle: 'copiada' | 'copiado' | 'copiados',
  object = label,
) => ({
  copied: `¡${label} ${participle} al portapapeles!`,
  failed: `Error al copiar ${object}. Revisa la consola.`,
})

export const copyTexts = {
  webhook: {
    copied: '¡URL del Webhook copiada al portapapeles!',
    failed: 'Error al copiar URL. Revisa la consola.',
  },
  json: {
    copied: '¡JSON copiado al portapapeles!',
    failed: 'Error al copiar JSON. Revisa la consola.',
  },
  connectionId: copyTextsOf('ID de Conexión', 'copiado'),
  alertId: copyTextsOf('ID', 'copiado'),
  token: copyTextsOf('Token', 'copiado', 'el token'),
  command: copyTextsOf('Orden', 'copiada', 'la orden'),
  link: copyTextsOf('Enlace', 'copiado', 'el enlace'),
  text: copyTextsOf('Texto', 'copiado', 'el texto'),
  address: copyTextsOf('Dirección', 'copiada', 'la dirección'),
  message: copyTextsOf('Mensaje', 'copiado', 'el mensaje'),
  secret: copyTextsOf('Clave', 'copiada', 'la clave'),
  recoveryCodes: copyTextsOf('Códigos', 'copiados', 'los códigos'),
}
