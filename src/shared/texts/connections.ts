/** Texts about connections, their addresses and tests. */

import { formatList, formatNumber, formatWait } from '../format.ts'
import { MAX_ADDRESSES } from '../limits.ts'
import { fullOf } from './limits.ts'

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
