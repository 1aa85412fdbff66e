import type { Call } from '@artel/contract/call'
import { errorStatus } from '@artel/contract/errors/errors'
import { calls } from '@artel/contract/index'
import { valuesOfJsonText } from '@artel/contract/shapes/json-text'
import { pathKey } from '@artel/contract/shapes/primitives'
import { z } from 'zod'
import { contentTypes } from '../../spreadsheets/spreadsheets.ts'

type Schema = Record<string, unknown>

// Errors that any call may answer in addition to its own.
const commonErrors = [
  'bad_request',
  'not_found',
  'invalid',
  'too_large',
  'unsupported_media_type',
  'headers_too_large',
  'internal',
  'unavailable',
] as const

const errorSchema = {
  type: 'object',
  required: ['status', 'message', 'code'],
  properties: {
    status: { const: false },
    message: { type: 'string', description: 'In the language of the person' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    errors: {
      type: 'object',
      description: 'Sentences by field path',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    request_id: { type: 'string' },
  },
}

/** OpenAPI 3.1 of all calls, generated from the same declarations as the routes. */
export function describeApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [feature, named] of Object.entries(calls)) {
    for (const [name, call] of Object.entries<Call>(named)) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: describeCall(feature, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Artel',
      version: '1',
      description:
        'PUT and DELETE may also arrive as POST with `_method` in the body. Every call that is not a GET repeats the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
    },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'artel_session' } },
    },
  }
}

function describeCall(feature: string, name: string, call: Call): object {
  const hasBody = call.method !== 'GET'
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    description: `Access: ${call.access}.`,
    ...(call.access !== 'anyone' && { security: [{ session: [] }] }),
    parameters: [...describePath(call), ...describeQuery(call), ...describeKey(call)],
    ...(hasBody && { requestBody: { content: describeBody(call) } }),
    responses: {
      [call.success]: describeAnswer(call),
      ...describeErrors(call),
    },
  }
}

const toSchema = (schema: z.core.$ZodType, io: 'input' | 'output', isForm = false): Schema => {
  // A part without a JSON form (such as a refinement) is left out, and the rest of its shape is described.
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!isForm || valuesOfJsonText(zodSchema) === undefined) return
      const shape = { ...jsonSchema }
      for (const key of Object.keys(shape)) delete jsonSchema[key]
      jsonSchema.anyOf = [shape, { type: 'string', contentMediaType: 'application/json' }]
    },
  })
  return described
}

function describeBody(call: Call): object {
  const schema = toSchema(call.body, 'input')
  const names = Object.keys(call.files)
  if (names.length === 0) return { 'application/json': { schema } }
  const properties = Object.fromEntries(
    names.map((name) => [name, { contentMediaType: 'application/octet-stream' }]),
  )
  return {
    'application/json': { schema },
    'multipart/form-data': {
      schema: { allOf: [toSchema(call.body, 'input', true), { type: 'object', properties }] },
    },
  }
}

const describePath = (call: Call) =>
  [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name?.endsWith('_key') ? toSchema(pathKey, 'input') : { type: 'integer', minimum: 1 },
  }))

const describeQuery = (call: Call) =>
  Object.entries(call.query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    schema: toSchema(schema, 'input'),
  }))

const describeKey = (call: Call) =>
  call.isIdempotent
    ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 64 } }]
    : []

const describeAnswer = (call: Call) =>
  call.success === 204
    ? { description: 'Done' }
    : {
        description: 'Done',
        content: {
          ...(!('isFile' in call) && { 'application/json': { schema: toSchema(call.answer, 'output') } }),
          ...contentsOf(call),
        },
      }

// Types of files: those of a list, if the query names a format, and those that some calls always answer.
function contentsOf(call: Call & { isList?: true; contents?: 'table' | 'pdf' }): Record<string, object> {
  if (!call.isList && !call.contents) return {}
  const types = call.contents === 'pdf' ? ['application/pdf'] : Object.values(contentTypes)
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

function describeErrors(call: Call): Record<number, object> {
  const gate = call.access === 'anyone' ? [] : (['unauthenticated', 'forbidden'] as const)
  const csrf = call.method === 'GET' ? [] : (['csrf_mismatch'] as const)
  const byStatus = new Map<number, string[]>()
  for (const code of [...commonErrors, ...gate, ...csrf, ...call.errors]) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  }
  const schema = { $ref: '#/components/schemas/Error' }
  const described = [...byStatus].map(([status, codes]) => [
    status,
    { description: codes.join(', '), content: { 'application/json': { schema } } },
  ])
  return Object.fromEntries(described)
}
