/** Texts about templates and their buttons. */

import { MAX_BUTTONS } from '../limits.ts'
import { fullOf } from './limits.ts'

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
