import type { AnswerOf, BodyIn, Call, FilesOf, ParamsOf, QueryIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'

/** A call by its feature and name, such as `tasks.finish`. */
export type CallName = {
  [Feature in keyof Calls]: `${Feature}.${keyof Calls[Feature] & string}`
}[keyof Calls]

type CallOf<Name extends CallName> = Name extends `${infer Feature extends keyof Calls}.${infer Verb}`
  ? Verb extends keyof Calls[Feature]
    ? Calls[Feature][Verb]
    : never
  : never

type Declared<Name extends CallName> = CallOf<Name> extends Call ? CallOf<Name> : never

// A part that may be empty is optional. A part without fields has no keys, or, as a strict shape, any key
// with the type never.
type Part<Key extends string, Value> = string extends keyof Value
  ? { [K in Key]?: never }
  : keyof Value extends never
    ? { [K in Key]?: never }
    : Partial<Value> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }

// A field that takes files also accepts a file as its value. Mapped over each member of a union of bodies.
type WithFiles<Body, Files extends string> = {
  [Field in keyof Body]: Field extends Files ? Body[Field] | Blob : Body[Field]
} & { [File in Exclude<Files, keyof Body>]?: Blob }

/** How a call is sent. The server runs requests with the same key only once. */
type Delivery = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Receives the sent share of the body, from 0 to 1. Meant for files, because their upload takes time. */
  onProgress?: (share: number) => void
}

/** The input of a call: the parts it declares. A part without a required field is optional. */
export type InputOf<Name extends CallName> = Part<'params', ParamsOf<Declared<Name>>> &
  Part<'query', QueryIn<Declared<Name>>> &
  Part<'body', WithFiles<BodyIn<Declared<Name>>, FilesOf<Declared<Name>>>> &
  Delivery

/** The body of a call, as it is sent. */
export type BodyOf<Name extends CallName> = BodyIn<Declared<Name>>

/** The input as the last argument; optional if no part of it is required. */
export type InputArgument<Name extends CallName> =
  Partial<InputOf<Name>> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]

/** The response body and its HTTP status. */
export type Answer<Name extends CallName> = AnswerOf<Declared<Name>> & { statusCode: number }

/** Calls that all signed-in people may make, and nobody else. */
export type StaffName = {
  [Name in CallName]: Declared<Name>['access'] extends 'staff' ? Name : never
}[CallName]

/** Calls that answer a page of rows in a requested order. */
export type ListName = {
  [Name in CallName]: Answer<Name> extends { pagination: object }
    ? 'sort_by' extends keyof QueryIn<Declared<Name>>
      ? Name
      : never
    : never
}[CallName]

/** The filters of a list that the address of a page carries. */
export type FilterName<Name extends ListName> =
  Declared<Name> extends { addressed: readonly (infer Filter extends string)[] } ? Filter : never

/** Calls that can answer a file: lists on request, and calls that answer nothing else. */
export type FileName =
  | ListName
  | { [Name in CallName]: Declared<Name> extends { isFile: true } ? Name : never }[CallName]

/** The shape of any input, for code that does not know the call. */
export type AnyInput = { params?: object; query?: object; body?: object } & Delivery
