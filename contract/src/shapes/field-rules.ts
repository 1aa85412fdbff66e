import { z } from 'zod'

/** What a form has to know of one field of a call's body. */
export type FieldRule = {
  /** Maximum characters of a text. */
  maxLength?: number
  /** Maximum of a number. */
  max?: number
  /**
   * `required`: the body must have a value. `optional`: the value may be empty. `kept`: an update may leave the
   * field out, but a value that is there cannot be emptied. None: the form decides.
   */
  presence?: 'required' | 'optional' | 'kept'
}

/** Rules by the name of the field. */
export type FieldRules = Record<string, FieldRule>

/** The values of an empty field, by kind: text, number or choice, and list. */
const emptyValues = ['', null, []]

/**
 * The rules of the fields of a body. Of several forms of a body the weakest rule counts.
 * @param isUpdate fields that are left out keep their value
 */
export function fieldRulesOf(body: z.core.$ZodType, isUpdate: boolean): FieldRules {
  const rules: FieldRules = {}
  for (const [name, schema] of fieldsOf(body)) {
    const [rule, other] = [ruleOf(schema, isUpdate), rules[name]]
    rules[name] = other ? weaker(rule, other) : rule
  }
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => Object.keys(rule).length > 0))
}

function fieldsOf(body: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(fieldsOf)
  if (body instanceof z.ZodPipe) return fieldsOf(body.in)
  return body instanceof z.ZodObject ? Object.entries(body.shape) : []
}

function ruleOf(schema: z.core.$ZodType, isUpdate: boolean): FieldRule {
  const presence = presenceOf(schema, isUpdate)
  return { ...limitOf(schema), ...(presence && { presence }) }
}

function presenceOf(schema: z.core.$ZodType, isUpdate: boolean): FieldRule['presence'] {
  const accepts = (value: unknown) => z.safeParse(schema, value).success
  // A switch always has a value.
  if (accepts(true)) return undefined
  if (emptyValues.some(accepts)) return 'optional'
  if (!accepts(undefined)) return 'required'
  return isUpdate ? 'kept' : undefined
}

function weaker(one: FieldRule, other: FieldRule): FieldRule {
  return {
    ...highest([one, other]),
    ...(one.presence === other.presence && one.presence && { presence: one.presence }),
  }
}

type Limit = Pick<FieldRule, 'maxLength' | 'max'>

function highest(limits: readonly Limit[]): Limit {
  const highestOf = (name: keyof Limit) => {
    const values = limits.map((limit) => limit[name]).filter((value) => value !== undefined)
    return values.length > 0 ? { [name]: Math.max(...values) } : {}
  }
  return { ...highestOf('maxLength'), ...highestOf('max') }
}

function limitOf(schema: z.core.$ZodType): Limit {
  if (schema instanceof z.ZodString || schema instanceof z.ZodEmail)
    return schema.maxLength === null ? {} : { maxLength: schema.maxLength }
  if (schema instanceof z.ZodNumber) return schema.maxValue === null ? {} : { max: schema.maxValue }
  if (schema instanceof z.ZodPipe) return limitOf(schema.in)
  if (schema instanceof z.ZodUnion) return highest(schema.options.map(limitOf))
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isWrapped ? limitOf(schema.unwrap()) : {}
}
