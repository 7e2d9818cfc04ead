/** Spanish texts that several modules share. `tests/specification.test.ts` holds those that were asked for word for word. */
import { formatDuration, formatList, formatNumber, formatWait, plural, quantity } from './format.ts'
import {
  DELIVERY_MAX_ATTEMPTS,
  EXPORT_FORMAT_VERSION,
  MAX_ADDRESSES,
  MAX_API_TOKENS,
  MAX_BUTTONS,
  MAX_CONNECTION_CONFIGS,
  MAX_OF_EACH,
  MAX_SELECTED_ALERTS,
} from './limits.ts'

export const tooManyRequests = 'Demasiadas peticiones. Espera un momento.'

export const tooLong = (characters: number): string => `Como máximo ${characters} caracteres.`

const fullOf = (things: string): string =>
  `Ya tienes ${formatNumber(MAX_OF_EACH)} ${things}, que es el máximo. Elimina alguna antes de crear otra.`

export const connectionTexts = {
  added: (name: string) => `Conexión "${name}" añadida.`,
  updated: (name: string) => `Conexión "${name}" actualizada.`,
  deleted: 'Conexión eliminada.',
  /** @param configs number of its TV configurations, deleted with it */
  deletedWith: (configs: number) =>
    `Conexión eliminada. ${configs === 1 ? 'Configuración de Alerta TV eliminada.' : `${formatNumber(configs)} configuraciones de Alerta TV eliminadas.`}`,
  templateFirst: 'Por favor, crea una plantilla primero.',
  unreadable: 'No se pudo leer el token de la conexión. Guarda otra vez la conexión y su token.',
  unreadableAmong: (names: string[]) =>
    `No se pudo leer el token de ${formatList(
      names.map(name => `«${name}»`),
      5,
    )}. Guarda otra vez ${names.length === 1 ? 'esa conexión y su token' : 'esas conexiones y sus tokens'}.`,
  copiedUnreadable:
    'No se pudo leer el token de la conexión que se duplica. Escribe el token de su bot.',
  copiedGone: 'La conexión que se duplica ya no existe. Escribe el token de su bot.',
  tooMany: fullOf('conexiones'),
  chooseTemplate: 'Por favor, selecciona una plantilla de mensaje.',
  noTemplates:
    'No hay plantillas de mensajes disponibles. Por favor, crea una plantilla primero en la sección "Plantillas".',
  requiredFields: (labels: string[]) => `Se requieren los siguientes campos: ${labels.join(', ')}.`,
  /** Messages below the fields named by `requiredFields`. */
  missing: {
    name: 'Escribe un nombre.',
    telegramBotToken: 'Pega el token de tu bot.',
    telegramChatId: 'Escribe el ID del chat.',
    templateId: 'Elige una plantilla.',
  },
}

export const addressTexts = {
  created: 'Dirección nueva creada. Pégala en tus alertas de TradingView.',
  deleted: 'Dirección eliminada.',
  tooMany: `Una conexión puede tener como máximo ${MAX_ADDRESSES} direcciones.`,
  last: 'Es la única dirección de la conexión. Crea antes otra.',
}

export const unknownConnection = (id: string): string => `Conexión con ID ${id} no encontrada.`

export const connectionLabels = {
  name: 'Nombre de Conexión',
  telegramBotToken: 'Token de Bot',
  telegramChatId: 'ID de Chat',
  templateId: 'Plantilla de Mensaje',
  description: 'Descripción',
  tags: 'Etiquetas',
  groupBursts: 'Agrupar ráfagas',
  topicId: 'Tema del foro',
  silent: 'Enviar en silencio',
  linkPreview: 'Sin vista previa de enlaces',
  protectContent: 'Proteger contenido',
  markLate: 'Avisar si llega tarde',
  neverShown: 'Nunca mostrar',
  addText: 'Añadir el texto de la alerta si la plantilla no lo muestra',
}

export const testTexts = {
  failureTitle: 'Fallo Prueba de Conexión',
  succeeded: (template: string, connection: string) =>
    `Mensaje de prueba (plantilla "${template}") enviado a ${connection}.`,
  failed: (connection: string) =>
    `Error al enviar mensaje a ${connection}. Verifica la configuración.`,
  failedOnPanel: (connection: string) => `Error al enviar mensaje de prueba a "${connection}".`,
  notSent: (connection: string) => `No se pudo enviar mensaje de prueba a "${connection}".`,
  outage:
    'Telegram no responde a este bot ahora mismo. Pregonero sigue preguntando y envía lo que espera en cuanto responda.',
  flood: (seconds: number) =>
    `Telegram pide una pausa en este chat. Vuelve a probar en ${formatWait(seconds)}.`,
  budget: (seconds: number) =>
    `Telegram está al límite de los mensajes que admite. Vuelve a probar en ${formatWait(seconds)}.`,
  templateMissing: (templateId: string, connection: string) =>
    `Error de prueba: Plantilla no encontrada (ID: ${templateId}) para conexión "${connection}".`,
}

export const templateTexts = {
  required: 'El nombre y el contenido de la plantilla son requeridos.',
  noContent: 'Escribe el contenido del mensaje.',
  invalidSample:
    'El JSON de ejemplo no es válido. Por favor, corrígelo o vacíalo antes de guardar.',
  invalidSamplePreview: 'Error: JSON de ejemplo inválido.',
  created: '¡Nueva plantilla creada correctamente!',
  updated: '¡Plantilla actualizada correctamente!',
  /** For edits begun or decided outside the form: from an alert, as a copy, in an edit conflict. */
  aside: { created: 'Plantilla creada.', updated: 'Plantilla actualizada.' },
  deleted: '¡Plantilla eliminada!',
  deletedReassigned: (name: string) => `Plantilla eliminada. Conexiones reasignadas a "${name}".`,
  tooMany: fullOf('plantillas'),
  tooLarge:
    'Las plantillas pueden ocupar, todas juntas, como máximo 4 MB. Acorta o elimina alguna.',
  lastInUse: 'No se puede eliminar la última plantilla si está en uso.',
}

export const templateLabels = {
  name: 'Nombre',
  content: 'Contenido',
  buttons: 'Botones',
  picture: 'Imagen',
  whenMissing: 'Si falta un dato',
}

export const buttonTexts = {
  textRequired: 'Escribe el texto del botón.',
  valueRequired: 'Escribe qué copia el botón.',
  tooMany: `Una plantilla puede tener como máximo ${MAX_BUTTONS} botones.`,
  emptyRow: 'La fila no tiene botones.',
}

export const tvConfigLabels = {
  name: 'Nombre',
  connectionId: 'Conexión',
  templateFields: 'Campos de la plantilla',
  tradingViewConditionNotes: 'Notas de condición',
  tradingViewFrequencyNotes: 'Notas de frecuencia',
  expiresOn: 'Caduca el',
}

export const tvConfigTexts = {
  required: 'El nombre y la conexión de Pregonero son requeridos.',
  noConnection: 'Elige una conexión.',
  connectionFirst: 'Por favor, crea primero una conexión en Pregonero.',
  tooManyInAll: fullOf('configuraciones'),
  tooLarge:
    'Las configuraciones pueden ocupar, todas juntas, como máximo 2 MB. Acorta o elimina alguna.',
  tooMany: `Una conexión puede tener como máximo ${MAX_CONNECTION_CONFIGS} configuraciones.`,
  connectionGone: 'La conexión elegida ya no existe. Elige otra.',
  leadsNowhere:
    'Su conexión ya no existe, así que este JSON no tiene dónde llegar. Edita la configuración y elige otra conexión.',
  templateMissing: 'No se pudo cargar la plantilla de la conexión seleccionada.',
  noPlaceholders: 'La plantilla no tiene placeholders: el JSON solo incluirá connectionId.',
  notStandard: (key: string) =>
    `{{${key}}} no es un placeholder estándar de TradingView y puede que no funcione.`,
  created: '¡Nueva Configuración de Alerta TV creada!',
  updated: '¡Configuración de Alerta TV actualizada!',
  /** For edits begun or decided outside the form: as a copy, in an edit conflict. */
  aside: {
    created: 'Configuración de Alerta TV creada.',
    updated: 'Configuración de Alerta TV actualizada.',
  },
  deleted: (name: string) => `¡Configuración de Alerta TV "${name}" eliminada!`,
  cannotClone: 'Error al clonar: No hay conexiones de Pregonero disponibles.',
  cloneReassigned: (name: string) =>
    `Conexión original no encontrada. Asignada: "${name}". Verifica y ajusta.`,
  cloneUnassigned: 'Error al clonar: No se puede asignar una conexión válida.',
}

export const tagTexts = {
  renamed: (from: string, to: string) => `Etiqueta renombrada de "${from}" a "${to}".`,
  deleted: (tag: string) => `Etiqueta "${tag}" eliminada.`,
  empty: 'Escribe el nuevo nombre de la etiqueta.',
  unaddressable: 'Una etiqueta no puede llamarse «.» ni «..».',
  unchanged: 'Ese es el nombre que ya tiene.',
  taken: 'Ya existe una etiqueta con ese nombre.',
}

export const deliveryTexts = {
  received: (alert: string) => `Alerta «${alert}» recibida, procesando...`,
  /** @param attempt number of the failed attempt, from 1; left out if it does not count */
  retrying: (alert: string, attempt?: number) =>
    `Fallo envío para «${alert}»${attempt === undefined ? '' : ` (intento ${attempt} de ${DELIVERY_MAX_ATTEMPTS})`}. Reintentando...`,
  failed: (alert: string) => `Envío para «${alert}»: Fallo definitivo`,
  delivered: (alert: string, ms: number | null) =>
    ms === null
      ? `Alerta «${alert}» entregada`
      : `Alerta «${alert}» entregada en ${formatDuration(ms)}`,
  receivedMany: (count: number) => `${formatNumber(count)} alertas recibidas, procesando...`,
  retryingMany: (count: number) =>
    `Fallo envío para ${formatNumber(count)} alertas. Reintentando...`,
  failedMany: (count: number) => `Envío para ${formatNumber(count)} alertas: Fallo definitivo`,
  deliveredMany: (count: number) => `${formatNumber(count)} alertas entregadas`,
  misfit: (connection: string) =>
    `Una alerta de «${connection}» no trae nada de lo que pide su plantilla: se envió tal cual.`,
  empty: 'El mensaje quedó vacío. Revisa la plantilla y los datos de la alerta.',
  templateMissing: 'La plantilla de la conexión ya no existe. Elige otra en Conexiones.',
  expired:
    'Caducada: pasó más de 24 horas esperando y ya no se envía sola. Si aún te sirve, reenvíala.',
  dropped: 'Descartada de la espera. Si aún te sirve, reenvíala.',
  outage:
    'Telegram no respondió durante demasiado tiempo. Cuando vuelva a responder, reenvía la alerta.',
  inDoubt:
    'Tres envíos se quedaron sin respuesta: puede haber llegado varias veces. Mira el chat antes de reenviarla.',
  interrupted: 'Pregonero se detuvo antes de que Telegram respondiera. Se envía otra vez.',
  notComposed:
    'Un fallo propio impidió preparar el mensaje. Mira el registro de Pregonero y, cuando esté arreglado, reenvía la alerta.',
  fallback: (connection: string) =>
    `Un fallo propio impidió usar la plantilla de «${connection}»: la alerta se envió con su propio texto. Pide a quien administra Pregonero que mire su registro.`,
}

export const historyTexts = {
  deleted: (count: number) => `${formatNumber(count)} alerta(s) eliminada(s).`,
  purged: (count: number) => `${formatNumber(count)} alerta(s) antigua(s) eliminada(s).`,
  exported: (file: string) => `Historial exportado: ${file}`,
  mostSelected: `Como máximo ${MAX_SELECTED_ALERTS} alertas a la vez. Para más, selecciona todas las que coinciden.`,
}

export const errorLogTexts = {
  purged: 'Registro de errores depurado.',
  cleared: 'Registro de errores limpiado.',
  nothingDeleted: 'No había entradas que borrar.',
}

export const settingsTexts = {
  accountUpdated: '¡Detalles de cuenta actualizados!',
  accountUnchanged: 'No hay cambios que guardar.',
  preferencesSaved: '¡Preferencias guardadas!',
  sessionsEnded: (count: number) =>
    plural(count, 'Sesión cerrada.', `${formatNumber(count)} sesiones cerradas.`),
  exported: '¡Configuraciones exportadas exitosamente!',
  imported: 'Datos importados correctamente.',
  reset: 'Toda la configuración ha sido reiniciada.',
}

export const apiTokenTexts = {
  nameRequired: 'Escribe para qué es.',
  alreadyExpired: 'Elige un día que no haya pasado.',
  tooMany: `Ya tienes ${MAX_API_TOKENS} tokens, que es el máximo. Elimina alguno antes de crear otro.`,
  removed: (name: string) => `Token «${name}» eliminado.`,
}

export const importTexts = {
  notJsonFile: 'Por favor, selecciona un archivo JSON válido.',
  noFile: 'Por favor, selecciona un archivo para importar.',
  unreadable: 'Error al leer el archivo.',
  tooLarge: 'El archivo pesa demasiado: como máximo 5 MB.',
  tooLargeToReturn: 'El archivo pesa más de 5 MB, así que no se podrá importar entero.',
  failed: (message: string) => `Error al procesar el archivo: ${message}`,
  invalidJson: 'Formato JSON inválido.',
  noVersion: 'Versión de formato de exportación faltante o inválida.',
  olderVersion: (version: number) =>
    `El archivo dice ser de la versión v${version}, y la primera es la v1. Expórtalo otra vez.`,
  newerVersion: (version: number) =>
    `El archivo fue exportado con una versión más nueva (v${version}). Esta aplicación soporta hasta v${EXPORT_FORMAT_VERSION}.`,
  noArrays: 'El archivo de importación no tiene la estructura esperada (faltan arrays de datos).',
  longNumber:
    'El número es demasiado largo para leerlo sin perder cifras. Escríbelo entre comillas.',
  tooMany: (things: string, most: number) => `Como máximo ${formatNumber(most)} ${things}.`,
}

/** @param participle agrees with the label */
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

export const notificationTexts = {
  /** «41 alertas de «EURUSD Londres» y 2 conexiones más no se entregaron». */
  notDelivered: ([name = '', ...others]: readonly string[], count: number) => {
    const more = quantity(others.length, 'conexión', 'conexiones')
    const whose = `«${name}»${others.length === 0 ? '' : ` y ${more} más`}`
    return count === 1
      ? `Una alerta de ${whose} no se entregó`
      : `${formatNumber(count)} alertas de ${whose} no se entregaron`
  },
  empty: 'No tienes notificaciones.',
  markAllRead: 'Marcar Todas Como Leídas',
  clearRead: 'Limpiar Leídas',
  readCleared: 'Notificaciones leídas limpiadas.',
}

export const dashboardTexts = {
  reset: 'Diseño del panel restablecido.',
  widgetMissing: (name: string) => `Error: Widget ${name} no encontrado`,
  widgetFailed: 'No se pudo cargar este widget.',
  setUp: '¡Configuración inicial completada! Bienvenido a tu panel.',
}
