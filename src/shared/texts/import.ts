import { formatNumber } from '../format.ts'
import { EXPORT_FORMAT_VERSION } from '../limits.ts'

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
