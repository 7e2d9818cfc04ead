import { getContractRouter, isContractProcedure, type OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#shared/contract/contract.ts'
import { type CallText, callTexts, nounTexts } from './call-texts.ts'
import { fieldTexts } from './field-texts.ts'
import { otherPaths, otherTags } from './other-calls.ts'

const ABOUT = `
Todo lo que hace el panel se puede hacer con estas llamadas.

- **Sesión.** Las llamadas llevan la cookie de la sesión: en esta página, la de tu navegador. Inicia
  sesión en Pregonero y vuelve aquí para probarlas. **Lo que pruebas ocurre de verdad.**
- **Cuerpos.** JSON, con \`content-type: application/json\`. Las fechas son ISO 8601 en UTC.
- **Errores.** \`{ defined, code, status, message, data? }\`: \`code\` no cambia nunca, \`message\` se puede
  mostrar. Lo que es de otra cuenta responde 404. Cualquier llamada puede responder además 403
  \`ORIGIN_REFUSED\` (viene de otra página), 413, 415, 500 o 503 \`STORE_BUSY\`.
- **Webhooks.** No necesitan sesión: quien conoce la dirección puede enviar alertas.
`

/** The contract, and what is served beside it, as OpenAPI 3.1. */
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

/** The texts of a call, whose id is its name. */
function describeCall(operation: OpenAPI.OperationObject): void {
  const [noun = '', verb = ''] = (operation.operationId ?? '').split('.')
  const call = getContractRouter(contract, [noun, verb])
  if (!isContractProcedure(call)) throw new Error(`no call is named ${operation.operationId}`)
  const texts: Record<string, Record<string, CallText>> = callTexts
  const { example, ...text } = texts[noun]?.[verb] ?? { summary: '' }
  const errors: [string, CallError][] = Object.entries(call['~orpc'].errorMap)
  Object.assign(operation, text, { tags: [nounTexts[noun as keyof typeof nounTexts]] })
  if (!errors.some(([code]) => code === 'UNAUTHORIZED')) operation.security = []
  if (example !== undefined) operation.requestBody = withExample(operation.requestBody, example)
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    describeAnswer(
      response as OpenAPI.ResponseObject,
      errors.filter(([, error]) => String(error.status) === status),
    )
}

/** A call that looks at its body by itself has none in the contract. */
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

/** @param errors those that have the answer's status */
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

/** Says of each field and parameter what its name means. */
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
