import type { OpenAPI } from '@orpc/contract'
import { deliveryStatuses } from '#shared/delivery-status.ts'
import { exportFormats } from '#shared/list-choices.ts'

const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
const text = { 'text/plain': { schema: { type: 'string' as const } } }

type ParameterSchema = NonNullable<OpenAPI.ParameterObject['schema']>

const query = (name: string, schema: ParameterSchema, required = false) => ({
  name,
  in: 'query' as const,
  required,
  schema,
})

const instant: ParameterSchema = { type: 'string', format: 'date-time' }

const heartbeatId: OpenAPI.ParameterObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Lo que va detrás de la última barra de su `url`; es un secreto',
  schema: { type: 'string' },
}

/** Section titles of the routes in `otherPaths`. */
export const otherTags = { signIn: 'Iniciar sesión', webhook: 'El webhook', health: 'Salud' }

/** Routes that are not in the contract: the library's sign-in, downloads, and routes for machines. */
export const otherPaths: OpenAPI.PathsObject = {
  '/auth/sign-in/email': {
    post: {
      operationId: 'auth.signIn',
      summary: 'Inicia una sesión',
      description:
        'La respuesta pone la cookie con la que se hacen las demás llamadas. Un programa la guarda (`curl -c`) y la envía (`curl -b`).',
      tags: [otherTags.signIn],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['email', 'password'],
              properties: { email: { type: 'string' }, password: { type: 'string' } },
            },
            example: { email: 'marta@example.com', password: 'la-que-solo-tu-sabes' },
          },
        },
      },
      responses: {
        200: {
          description: 'La sesión está abierta.',
          content: {
            'application/json': {
              schema: { type: 'object' },
              example: { redirect: false, user: { name: 'Marta', email: 'marta@example.com' } },
            },
          },
        },
        401: {
          description: '`INVALID_EMAIL_OR_PASSWORD`: el correo o la contraseña no son correctos.',
        },
        429: {
          description:
            '`TOO_MANY_REQUESTS`: demasiados intentos; `Retry-After` dice cuánto esperar.',
          content: error,
        },
      },
    },
  },
  '/auth/sign-out': {
    post: {
      operationId: 'auth.signOut',
      summary: 'Cierra esta sesión',
      tags: [otherTags.signIn],
      responses: {
        200: {
          description: 'La sesión está cerrada.',
          content: {
            'application/json': { schema: { type: 'object' }, example: { success: true } },
          },
        },
      },
    },
  },
  '/webhooks/{connectionId}': {
    servers: [{ url: '/' }],
    post: {
      operationId: 'webhook',
      summary: 'Envía una alerta',
      description:
        'Lo que hace TradingView. Vale cualquier cuerpo: un objeto JSON, uno roto (se repara) o texto. 202 quiere decir que está en el disco. TradingView repite lo que se responde con 503, y nada más.',
      tags: [otherTags.webhook],
      security: [],
      parameters: [
        {
          name: 'connectionId',
          in: 'path',
          required: true,
          description: 'Lo que va detrás de la última barra de la `webhookUrl`; es un secreto',
          schema: { type: 'string' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object' },
            example: { symbol: 'XAUUSD', side: 'buy', price: '2412.5', timeframe: '60' },
          },
        },
      },
      responses: {
        202: {
          description: 'Guardada. Una conexión inactiva responde lo mismo y no entrega.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['alertId'],
                properties: { alertId: { type: 'string', format: 'uuid' } },
              },
            },
          },
        },
        400: { description: 'El cuerpo está vacío.', content: error },
        403: { description: 'Solo se admite lo que viene de TradingView.', content: error },
        404: { description: 'No hay tal dirección.', content: error },
        413: { description: 'El cuerpo es demasiado grande.', content: error },
        415: { description: 'El cuerpo está comprimido y no se puede leer.', content: error },
        503: {
          description: 'No se puede guardar ahora; `Retry-After` dice cuándo repetir.',
          content: error,
        },
      },
    },
  },
  '/latido/{id}': {
    servers: [{ url: '/' }],
    post: {
      operationId: 'heartbeat.take',
      summary: 'Envía un latido',
      description:
        'Lo que hace la alerta de latido de TradingView. Vale cualquier cuerpo de hasta 64 KB; no se guarda ni se reenvía.',
      tags: [otherTags.webhook],
      security: [],
      parameters: [heartbeatId],
      requestBody: {
        content: { 'application/json': { schema: {}, example: { pregonero: 'latido' } } },
      },
      responses: {
        202: { description: 'Llegó.' },
        404: { description: 'No hay tal latido.', content: error },
        413: { description: 'El cuerpo es demasiado grande.', content: error },
        503: { description: 'No se puede anotar ahora.', content: error },
      },
    },
    get: {
      operationId: 'heartbeat.ask',
      summary: 'Pregunta si un latido llega',
      description: 'Para un monitor externo.',
      tags: [otherTags.webhook],
      security: [],
      parameters: [heartbeatId],
      responses: {
        200: { description: 'Llega: `ok`', content: text },
        404: { description: 'No hay tal latido.', content: error },
        503: { description: 'Falta, o todavía no llegó ninguno.', content: text },
      },
    },
  },
  '/alerts/export': {
    get: {
      operationId: 'alerts.export',
      summary: 'Descarga el historial',
      description:
        'Todo lo que encuentra el filtro, sin páginas, como archivo.\n\nCon sesión o con cualquier token.',
      tags: ['Historial de alertas'],
      security: [{ session: [] }, { token: ['read'] }],
      parameters: [
        query('format', { type: 'string', enum: [...exportFormats] }, true),
        query('search', { type: 'string' }),
        query('connectionId', { type: 'string' }),
        query('status', { type: 'string', enum: [...deliveryStatuses] }),
        query('from', instant),
        query('to', instant),
        query('before', instant),
        query('tz', { type: 'string', default: 'UTC' }),
      ],
      responses: {
        200: {
          description: 'El archivo.',
          content: {
            'text/csv': { schema: { type: 'string' } },
            'application/json': { schema: { type: 'array', items: { type: 'object' } } },
          },
        },
        401: { description: '`UNAUTHORIZED`: no hay sesión.', content: error },
        422: { description: '`INPUT_INVALID`: un parámetro no vale.', content: error },
      },
    },
  },
  '/healthz': {
    servers: [{ url: '/' }],
    get: {
      operationId: 'healthz',
      summary: 'El proceso vive',
      tags: [otherTags.health],
      security: [],
      responses: { 200: { description: '`ok`', content: text } },
    },
  },
  '/readyz': {
    servers: [{ url: '/' }],
    get: {
      operationId: 'readyz',
      summary: 'La base de datos y las entregas funcionan',
      tags: [otherTags.health],
      security: [],
      responses: {
        200: { description: '`ok`', content: text },
        503: { description: 'El motivo.', content: text },
      },
    },
  },
}
