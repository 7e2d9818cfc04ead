import { getContractRouter, isContractProcedure, type OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { askedOf } from '#shared/contract/call-meta.ts'
import { contract } from '#shared/contract/contract.ts'
import { type CallText, callTexts, nounTexts } from './call-texts.ts'
import { fieldTexts } from './field-texts.ts'
import { otherPaths, otherTags } from './other-calls.ts'

const ABOUT = `
Todo lo que hace el panel se puede hacer con estas llamadas.

- **Sesión.** En esta página las llamadas llevan la cookie de la sesión de tu navegador. Inicia sesión en
  Pregonero y vuelve aquí para probarlas. **Lo que pruebas ocurre de verdad.**
- **Token.** Un programa lleva un token de Configuración → Seguridad, en la cabecera
  \`Authorization: Bearer pgn_…\`. Al pie de cada llamada pone con qué se hace. Un token que no vale es 401,
  aunque vaya junto a una cookie; uno que no puede hacer la llamada, 403 \`TOKEN_NOT_ALLOWED\`.
- **Cuerpos.** JSON, con \`content-type: application/json\`; solo Conciliación recibe un archivo, con
  \`application/octet-stream\`. Las fechas son ISO 8601 en UTC.
- **Errores.** \`{ defined, code, status, message, data? }\`: \`code\` no cambia nunca, \`message\` se puede
  mostrar. Lo que es de otra cuenta responde 404. Cualquier llamada puede responder además 403
  \`ORIGIN_REFUSED\` (viene de otra página), 413, 415, 500 o 503 \`STORE_BUSY\`.
- **Webhooks.** No necesitan sesión: quien conoce la dirección puede enviar alertas.
`

/** The contract, and the routes served beside it, as OpenAPI 3.1. */
export async function describe(toJsonSchema: ZodToJsonSchemaConverter): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [toJsonSchema] })
  const document = await generator.generate(contract, {
    info: { title: 'API de Pregonero', version: '1', description: ABOUT.trim() },
    servers: [{ url: '/api' as const }],
    tags: [otherTags.signIn, otherTags.webhook, ...Object.values(nounTexts), otherTags.health].map(
      name => ({ name }),
    ),
    security: [{ session: [] }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pregonero-8080.session_token',
          description: 'Con el puerto de esta instalación en el nombre.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pgn_ y 49 letras y cifras',
          description: 'Un token de Configuración → Seguridad.',
        },
      },
      schemas: { Error: errorSchema },
    },
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Error' }),
  })
  const paths = Object.values(document.paths ?? {}).flatMap(path => Object.values(path ?? {}))
  for (const operation of paths as OpenAPI.OperationObject[]) describeCall(operation)
  document.paths = { ...document.paths, ...structuredClone(otherPaths) }
  describeFields(document.paths)
  return document
}

const errorSchema: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['defined', 'code', 'status', 'message'],
  properties: {
    defined: { type: 'boolean', description: 'Si el error es de los que nombra la llamada' },
    code: { type: 'string', description: 'No cambia nunca' },
    status: { type: 'integer' },
    message: { type: 'string', description: 'Se puede mostrar' },
    data: {
      type: 'object',
      description: 'En `INPUT_INVALID`, qué campos y por qué',
      properties: {
        issues: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              path: { type: 'array', items: { type: ['string', 'number'] } },
              message: { type: 'string' },
            },
          },
        },
      },
    },
  },
}

/** Adds the texts, credentials and errors of a call. The operation's id is the call's name. */
function describeCall(operation: OpenAPI.OperationObject): void {
  const [noun = '', verb = ''] = (operation.operationId ?? '').split('.')
  const call = getContractRouter(contract, [noun, verb])
  if (!isContractProcedure(call)) throw new Error(`no call is named ${operation.operationId}`)
  const texts: Record<string, Record<string, CallText>> = callTexts
  const { example, ...text } = texts[noun]?.[verb] ?? { summary: '' }
  const asked = askedOf([noun, verb])
  const isForAnyone = !('UNAUTHORIZED' in call['~orpc'].errorMap)
  const by = isForAnyone ? openToAll : callersOf(asked)
  const errors = (Object.entries(call['~orpc'].errorMap) as [string, CallError][]).filter(
    ([code]) => !by.never.includes(code),
  )
  const description = [text.description, by.says].filter(Boolean).join('\n\n')
  Object.assign(operation, text, {
    ...(description && { description }),
    security: by.security,
    tags: [nounTexts[noun as keyof typeof nounTexts]],
  })
  if (example !== undefined) operation.requestBody = withExample(operation.requestBody, example)
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const own = errors.filter(([, error]) => String(error.status) === status)
    if (own.length === 0 && Number(status) >= 400) delete operation.responses?.[status]
    else describeAnswer(response as OpenAPI.ResponseObject, own)
  }
}

/** Credentials that a call accepts, also in words, and the refusals that it never gives. */
type Callers = { security: OpenAPI.SecurityRequirementObject[]; says: string; never: string[] }

const openToAll: Callers = { security: [], says: '', never: [] }

function callersOf({ credential, reads }: ReturnType<typeof askedOf>): Callers {
  if (credential === 'recent')
    return {
      security: [{ session: [] }],
      says: 'Solo con sesión, y si quien la abrió entró o confirmó quién es en los últimos 10 minutos.',
      never: [],
    }
  const never = ['REAUTHENTICATION_REQUIRED']
  if (credential === 'session')
    return { security: [{ session: [] }], says: 'Solo con sesión.', never }
  if (reads)
    return {
      security: [{ session: [] }, { token: ['read'] }],
      says: 'Con sesión o con cualquier token.',
      never: [...never, 'TOKEN_NOT_ALLOWED'],
    }
  return {
    security: [{ session: [] }, { token: ['all'] }],
    says: 'Con sesión o con un token que lo puede todo.',
    never,
  }
}

/** Adds an example; a call that validates its body itself has no body in the contract. */
function withExample(
  body: OpenAPI.OperationObject['requestBody'],
  example: unknown,
): OpenAPI.RequestBodyObject {
  const media = (body && 'content' in body && body.content['application/json']) || {
    schema: { type: 'object' as const },
  }
  return { required: true, content: { 'application/json': { ...media, example } } }
}

type CallError = { status?: number; message?: string }

/** @param errors errors with the answer's status */
function describeAnswer(answer: OpenAPI.ResponseObject, errors: [string, CallError][]): void {
  const [first] = errors
  if (!first) {
    answer.description = 'Hecho.'
    return
  }
  answer.description = errors.map(([code, { message }]) => `\`${code}\`: ${message}`).join('\n\n')
  const [code, { status, message }] = first
  const issues = [{ path: ['name'], message: 'Tiene que tener, como máximo, 100 caracteres.' }]
  const data = code === 'INPUT_INVALID' ? { data: { issues } } : {}
  for (const media of Object.values(answer.content ?? {}))
    media.example = { defined: true, code, status, message, ...data }
}

/** Adds the meaning of each field and parameter, by its name. */
function describeFields(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('in' in part && 'name' in part && 'schema' in part) {
    const text = fieldTexts[String(part.name)]
    if (text) Object.assign(part, { description: text.says })
  }
  if ('properties' in part && typeof part.properties === 'object')
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      const text = fieldTexts[name]
      if (!text) continue
      const examples = text.example === undefined ? undefined : [text.example]
      Object.assign(field, { description: text.says, ...(examples && { examples }) })
    }
  for (const inner of Object.values(part)) describeFields(inner)
}
