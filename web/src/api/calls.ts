import type { AnswerOf, BodyIn, Call, FilesOf, ParamsOf, QueryIn } from '@artel/contract/call'
import type { Calls } from '@artel/contract/index'

/** `tasks.finish`: a call by its feature and name. */
export type CallName = {
  [Feature in keyof Calls]: `${Feature}.${keyof Calls[Feature] & string}`
}[keyof Calls]

type CallOf<Name extends CallName> = Name extends `${infer Feature extends keyof Calls}.${infer Verb}`
  ? Verb extends keyof Calls[Feature]
    ? Calls[Feature][Verb]
    : never
  : never

type Declared<Name extends CallName> = CallOf<Name> extends Call ? CallOf<Name> : never

// A part that may be empty may be left out. A part without fields has no keys, or as a strict shape any key of never.
type Part<Key extends string, Value> = string extends keyof Value
  ? { [K in Key]?: never }
  : keyof Value extends never
    ? { [K in Key]?: never }
    : Partial<Value> extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }

// A field that also comes as a file takes either. Mapped over each of a union of bodies.
type WithFiles<Body, Files extends string> = {
  [Field in keyof Body]: Field extends Files ? Body[Field] | Blob : Body[Field]
} & { [File in Exclude<Files, keyof Body>]?: Blob }

/** How a call is sent. A key makes the server do the same thing once, however often it is asked. */
type Delivery = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Told how much of the body has left, from 0 to 1: for files, which take their time. */
  onProgress?: (share: number) => void
}

/** What a call takes: the parts it declares, those without a required field optional. */
export type InputOf<Name extends CallName> = Part<'params', ParamsOf<Declared<Name>>> &
  Part<'query', QueryIn<Declared<Name>>> &
  Part<'body', WithFiles<BodyIn<Declared<Name>>, FilesOf<Declared<Name>>>> &
  Delivery

/** The input as the last argument, left out where nothing in it is required. */
export type InputArgument<Name extends CallName> =
  Partial<InputOf<Name>> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>]

/** The server's body and the HTTP status it came with. */
export type Answer<Name extends CallName> = AnswerOf<Declared<Name>> & { statusCode: number }

/** The calls that answer a page of rows, in an order that is asked for. */
export type ListName = {
  [Name in CallName]: Answer<Name> extends { pagination: object }
    ? 'sort_by' extends keyof QueryIn<Declared<Name>>
      ? Name
      : never
    : never
}[CallName]

/** The calls that answer a file: lists, where they are asked for one, and those that answer nothing else. */
export type FileName =
  | ListName
  | { [Name in CallName]: Declared<Name> extends { isFile: true } ? Name : never }[CallName]

/** The shape of any input, where the call is not known. */
export type AnyInput = { params?: object; query?: object; body?: object } & Delivery
