import { isContractProcedure, type OpenAPI } from '@orpc/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from '#shared/contract/contract.ts'
import { type CallText, callTexts } from './call-texts.ts'
import { describe } from './document.ts'
import { fieldTexts } from './field-texts.ts'

const JSON_TYPE = 'application/json'

let document: OpenAPI.Document
let operations: OpenAPI.OperationObject[]

beforeAll(async () => {
  document = await describe(new ZodToJsonSchemaConverter())
  operations = Object.values(document.paths ?? {}).flatMap(path =>
    Object.values(path ?? {}).filter(part => 'operationId' in Object(part)),
  ) as OpenAPI.OperationObject[]
})

it('gives every call a summary of its own, and every answer a description', () => {
  const summaries = operations.map(({ summary, tags }) => `${tags?.join()}: ${summary}`)
  expect(summaries.filter(summary => /undefined|: $/.test(summary))).toEqual([])
  expect(new Set(summaries).size).toBe(operations.length)
  const answers = operations.flatMap(({ responses }) => Object.values(responses ?? {}))
  expect(answers.filter(answer => /^(OK|\d*)$/.test(answer.description ?? ''))).toEqual([])
})

it('lists every call under a tag of the document', () => {
  const names = document.tags?.map(({ name }) => name)
  for (const { tags, operationId } of operations) expect(names, operationId).toContain(tags?.[0])
})

it('names the code and the message of each error of a call', () => {
  const create = operations.find(({ operationId }) => operationId === 'connections.create')
  expect(create?.responses?.[409]).toMatchObject({
    description: expect.stringMatching(/`NO_TEMPLATES`: .+\n\n`TEMPLATE_UNKNOWN`: .+/),
    content: { 'application/json': { example: { code: 'NO_TEMPLATES', status: 409 } } },
  })
})

it('requires no sign-in for nine public operations', () => {
  const open = operations.filter(({ security }) => security?.length === 0)
  expect(open.map(({ operationId }) => operationId)).toEqual([
    'passkeys.site',
    'registration.read',
    'registration.create',
    'auth.signIn',
    'webhook',
    'heartbeat.take',
    'heartbeat.ask',
    'healthz',
    'readyz',
  ])
})

it('has an example for every JSON body, which the call accepts', () => {
  for (const [noun, verbs] of Object.entries(contract))
    for (const [verb, call] of Object.entries(verbs)) {
      if (!isContractProcedure(call)) continue
      const name = `${noun}.${verb}`
      const operation = operations.find(({ operationId }) => operationId === name)
      const texts: Record<string, Record<string, CallText>> = callTexts
      const example = texts[noun]?.[verb]?.example
      const { content = undefined } = Object(operation?.requestBody)
      expect(example !== undefined, name).toBe(content !== undefined && JSON_TYPE in content)
      if (example === undefined) continue
      const schema = call['~orpc'].inputSchema as z.ZodType
      const inPath = { id: 'oro-h1', tag: 'oro', code: 'kj3bq7' }
      expect(schema.safeParse({ ...inPath, ...example }).error?.issues, name).toBeUndefined()
    }
})

it('contains the text of every described field', () => {
  const text = JSON.stringify(document)
  for (const [name, { says }] of Object.entries(fieldTexts))
    expect(text, name).toContain(JSON.stringify(says))
})
