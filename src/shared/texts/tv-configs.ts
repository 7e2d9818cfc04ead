import { MAX_CONNECTION_CONFIGS } from '../limits.ts'
import { fullOf } from './limits.ts'

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
