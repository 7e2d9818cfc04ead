import type { CreateElement, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/** Spanish for the viewer's English texts; it has no localization of its own. */
const words: Record<string, string> = {
  // A call
  'Expand operation': 'Abrir la llamada',
  'Collapse operation': 'Cerrar la llamada',
  'Copy path to clipboard': 'Copiar la ruta',
  'Try it out': 'Probar',
  Cancel: 'Cancelar',
  Reset: 'Restablecer',
  Execute: 'Enviar',
  Clear: 'Limpiar',
  Parameters: 'Parámetros',
  'No parameters': 'Sin parámetros',
  'Request body': 'Cuerpo de la petición',
  Name: 'Nombre',
  Description: 'Descripción',
  'Send empty value': 'Enviar vacío',
  'Edit Value': 'Editar el valor',
  'Add string item': 'Añadir un elemento',
  'Please correct the following validation errors and try again.':
    'Corrige estos errores y vuelve a probar.',

  // Its response
  Responses: 'Respuestas',
  'Server response': 'Lo que respondió el servidor',
  'Request URL': 'Dirección',
  'Request duration': 'Duración',
  'Response body': 'Cuerpo de la respuesta',
  'Response headers': 'Cabeceras de la respuesta',
  'Copy cURL command to clipboard': 'Copiar la orden de curl',
  'Copy code to clipboard': 'Copiar',
  Download: 'Descargar',
  'Download file': 'Descargar el archivo',
  Code: 'Código',
  Details: 'Detalles',
  'Media type': 'Tipo de contenido',
  Controls: 'Es la cabecera',
  'header.': '.',
  Undocumented: 'Sin describir',
  Error: 'Error',
  'Unrecognized response type; displaying content as text.':
    'Tipo de respuesta desconocido; se muestra como texto.',
  'Unrecognized response type; unable to display.':
    'Tipo de respuesta desconocido; no se puede mostrar.',

  // Data schemas
  'Example Value': 'Ejemplo',
  Schema: 'Esquema',
  Examples: 'Ejemplos',
  'Expand all': 'Abrir todo',
  'Collapse all': 'Cerrar todo',
  'Any of': 'Uno o varios de',
  'One of': 'Uno de',
  'All of': 'Todos de',
  Items: 'Elementos',
  'Additional properties': 'Otras propiedades',
  'Property names': 'Nombres de las propiedades',
  Default: 'Por defecto',

  // The page
  'Filter by tag or path': 'Filtrar por apartado',
  'No operations defined in spec!': 'Ningún apartado coincide.',
  Errors: 'Errores',
  Hide: 'Ocultar',
  Show: 'Mostrar',
  'Failed to load API definition.': 'La descripción de la API no se pudo cargar.',
  'Unable to render this definition': 'La descripción de la API no se puede mostrar',
  'Could not render': 'No se pudo mostrar',
}

const labels = ['title', 'placeholder', 'aria-label', 'alt']

/** Viewer plugin that creates its elements with Spanish texts and labels. */
export function inSpanish({ React }: System): object {
  const { createElement } = React
  const inWords: CreateElement = (type, props, ...children) =>
    typeof type === 'string'
      ? createElement(type, labelled(props), ...children.map(spanish))
      : createElement(type, remarked(props), ...children)
  React.createElement = inWords
  return {}
}

function labelled(props: object | null): object | null {
  const said = Object.entries(props ?? {}).filter(([name]) => labels.includes(name))
  return { ...props, ...Object.fromEntries(said.map(([name, text]) => [name, spanish(text)])) }
}

/** Translates the viewer's remarks on parameters, which are Markdown. */
function remarked(props: object | null): object | null {
  if (props === null || !('source' in props) || typeof props.source !== 'string') return props
  const source = props.source
    .replace(/^<i>Available values<\/i>/, '<i>Valores</i>')
    .replace(/^<i>Default value<\/i>/, '<i>Por defecto</i>')
    .replace(/^<i>Example<\/i>/, '<i>Ejemplo</i>')
  return { ...props, source }
}

/** Translates a text and keeps the spaces around it. */
function spanish(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const known = words[text.trim()]
  return known === undefined ? text : text.replace(text.trim(), known)
}
